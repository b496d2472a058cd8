/** After a failed import the router would reload the page, which offline shows the browser's error page. */
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
