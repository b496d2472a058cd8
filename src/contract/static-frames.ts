/** The HTML of one page. The build renders it, and the browser shows it until the app runs. */
export interface StaticFrame {
  readonly path: string;
  readonly html: string;
}

/** The frame of one page and the scripts to preload for it. */
export interface FrameWithScripts extends StaticFrame {
  readonly scripts: readonly string[];
}

export interface StaticFrames {
  readonly frames: readonly FrameWithScripts[];
  /** The scripts of every page of the app. */
  readonly scripts: readonly string[];
}
