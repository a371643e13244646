/** What the customers' first two pages need, each in one file: every further file costs a phone a round trip. */

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const ENTRIES = [
  ["street", "/src/main.tsx"],
  ["truck", "/src/app/pages/truck-page.tsx"],
] as const;

let chunks: Map<string, string> | null = null;

/** The chunk of a module; null for those of the other pages, which are split as they come. */
export function firstLoadOf(root: string, id: string, graph: Graph): string | null {
  chunks ??= collect(root, graph);
  return chunks.get(id) ?? null;
}

function collect(root: string, graph: Graph): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, entry] of ENTRIES) {
    const waiting = [root + entry];
    for (let id = waiting.pop(); id; id = waiting.pop()) {
      if (found.has(id)) continue;
      found.set(id, name);
      waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
    }
  }
  return found;
}
