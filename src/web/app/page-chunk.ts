/** The router's own answer to a failed import is a reload, which without a connection ends at the browser's error page. */
export class PageNotLoaded extends Error {
  constructor(cause: unknown) {
    super(`The page could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'PageNotLoaded';
  }
}

export function pageChunk<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    try {
      return await load();
    } catch (error) {
      throw new PageNotLoaded(error);
    }
  };
}
