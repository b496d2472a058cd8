/** As the build renders it (decision 140). */
export interface PaintedScreen {
  readonly path: string;
  readonly html: string;
  readonly chunk: 'main' | 'account';
  /** Paths of calls. */
  readonly asks: readonly string[];
  /** Else the page replaces it. */
  readonly hydrated: boolean;
  /** Until somebody touches the page. */
  readonly waits: boolean;
}

export interface FirstScreen extends Omit<PaintedScreen, 'waits' | 'chunk'> {
  readonly scripts: readonly string[];
  /** Fetched until a visitor touches the page; null when its app starts at once. */
  readonly waitsFor: readonly string[] | null;
}

export interface AppScreens {
  readonly screens: readonly FirstScreen[];
  readonly scripts: readonly string[];
}
