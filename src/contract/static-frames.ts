export interface StaticFrame {
  readonly path: string;
  readonly html: string;
}

export interface FrameWithScripts extends StaticFrame {
  readonly scripts: readonly string[];
}

export interface StaticFrames {
  readonly frames: readonly FrameWithScripts[];
  readonly scripts: readonly string[];
}
