/** As the build renders it (decision 140). */
export interface PaintedScreen {
  readonly path: string;
  readonly html: string;
  /** Else the page replaces it. */
  readonly hydrated: boolean;
  /** Until somebody touches the page. */
  readonly waits: boolean;
  /** The page's module, below `src/web`. */
  readonly page: string;
}

export interface FirstScreen extends Omit<PaintedScreen, 'page'> {
  readonly scripts: readonly string[];
}

export interface AppScreens {
  readonly screens: readonly FirstScreen[];
  /** Of every other page. */
  readonly scripts: readonly string[];
}
