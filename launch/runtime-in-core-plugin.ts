import type { Plugin, Rolldown } from 'vite';

const FROM_RUNTIME = /import\{([^}]*)\}from"\.\/rolldown-runtime-[^"]*";/;
const EXPORTS = /export\{([^}]*)\};?\s*$/;

/** Puts the bundler's few helpers into `core`, which every page of the app loads: alone they would be a request. */
export function runtimeInCore(): Plugin {
  return {
    name: 'runtime-in-core',
    apply: 'build',
    // Chunks change after they are named: those of builds without this must be others'.
    augmentChunkHash: () => 'runtime-in-core',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const [runtime, core] = ['rolldown-runtime', 'core'].map((wanted) =>
          chunks.find(({ name }) => name === wanted),
        );
        if (runtime === undefined || core === undefined) return;
        for (const chunk of chunks) if (chunk !== core) importFromCore(chunk, runtime, core);
        core.code = `${helpersOf(runtime.code)}${core.code.replace(FROM_RUNTIME, (_all, names: string) => taken(names))}export{$helpers};`;
        core.imports = core.imports.filter((file) => file !== runtime.fileName);
        delete bundle[runtime.fileName];
      },
    },
  };
}

function importFromCore(chunk: Rolldown.OutputChunk, runtime: Rolldown.OutputChunk, core: Rolldown.OutputChunk): void {
  if (!chunk.imports.includes(runtime.fileName)) return;
  const file = core.fileName.slice(core.fileName.lastIndexOf('/') + 1);
  chunk.code = chunk.code.replace(
    FROM_RUNTIME,
    (_all, names: string) => `import{$helpers}from"./${file}";${taken(names)}`,
  );
  chunk.imports = [...new Set(chunk.imports.map((each) => (each === runtime.fileName ? core.fileName : each)))];
}

/** @param code of the helpers' own chunk */
function helpersOf(code: string): string {
  const exported = EXPORTS.exec(code)?.[1] ?? '';
  const pairs = exported.split(',').map((each) => each.split(' as ').toReversed().join(':'));
  return `const $helpers=(()=>{${code.replace(EXPORTS, '')};return{${pairs.join(',')}}})();`;
}

/** @param names `r as e,t`, as in an import */
function taken(names: string): string {
  return `const{${names.replaceAll(' as ', ':')}}=$helpers;`;
}
