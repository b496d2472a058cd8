import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { startChild } from '../launch/child.ts';
import { openSurroundings } from '../test/server/surroundings.ts';
import { scratchDatabase } from './scratch-database.ts';
import { benchStart } from './start.ts';
const database = await scratchDatabase();
const around = await openSurroundings(database.url, { ROLE: 'web', LOG_LEVEL: 'warn' });
const start = async (args: string[]) => { const c = startChild({ name: 'x', args, env: { PATH: process.env['PATH'], HOST: '127.0.0.1', ...around.settings }, onLine: (l) => console.error(l) }); await c.ready; return c; };
try {
  await benchStart(() => start(['dist/server/main.js']), Number(process.argv[2] ?? 5));
  rmSync('/tmp/way-prof', { recursive: true, force: true });
  const c = await start(['--cpu-prof', '--cpu-prof-interval=500', '--cpu-prof-dir=/tmp/way-prof', 'dist/server/main.js']);
  await c.stop(10_000);
  for (const f of readdirSync('/tmp/way-prof')) {
    const p = JSON.parse(readFileSync(`/tmp/way-prof/${f}`, 'utf8'));
    const self = new Map<number, number>(); p.samples.forEach((id: number, i: number) => self.set(id, (self.get(id) ?? 0) + p.timeDeltas[i]));
    const parent = new Map<number, number>(); const byId = new Map<number, any>(p.nodes.map((n: any) => [n.id, n])); for (const n of p.nodes) for (const ch of n.children ?? []) parent.set(ch, n.id);
    const group: Record<string, number> = {};
    for (const [id, t] of self) {
      let n = byId.get(id); let name = n.callFrame.functionName; let u = n.callFrame.url; let k: number | undefined = id;
      while ((u === '' || u.startsWith('node:')) && k !== undefined && parent.has(k)) { k = parent.get(k); u = byId.get(k!).callFrame.url; }
      if (['(idle)', '(program)', '(garbage collector)'].includes(name)) u = name;
      const m = /node_modules\/((@[^/]+\/)?[^/]+)/.exec(u); const g = m ? m[1]! : u.replace(/.*\/dist\//, 'dist/');
      group[g] = (group[g] ?? 0) + t / 1000;
    }
    console.log(f, Object.entries(group).sort((a, b) => b[1] - a[1]).slice(0, 25).map(([g, t]) => `${g} ${t.toFixed(0)}`).join('\n  '));
  }
} finally { await around.close(); await database.stop(); }
process.exit(0);
