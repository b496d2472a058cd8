/** The HTML of one page that the build renders and the browser shows before the app runs. */
export interface StaticFrame {
  readonly path: string;
  readonly html: string;
}

/** The frame of one page with the scripts to preload for it. */
export interface FrameWithScripts extends StaticFrame {
  readonly scripts: readonly string[];
}

export interface StaticFrames {
  readonly frames: readonly FrameWithScripts[];
  /** The scripts of every page of the app. */
  readonly scripts: readonly string[];
}
