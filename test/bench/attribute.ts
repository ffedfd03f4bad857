/** Where the time of a processor profile goes, by the files that its functions stand in. */

/** As the inspector writes it; of it what is read here. Times in microseconds. */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

export interface Attribution {
  /** Time that was not idle, ms. */
  busyMs: number
  idleMs: number
  /** Part -> ms, the largest first. */
  parts: [part: string, ms: number][]
  /** "function file:line" -> ms of its own, the largest first. */
  functions: [name: string, ms: number][]
}

/** The first that matches the path is the part. What matches none belongs to who called it. */
const PARTS: [part: string, path: RegExp][] = [
  [
    'gunzip',
    /\/src\/sitemap\/(?:gunzip-layers?|gzip-header|kept-bytes|(?:native|careful)-inflate|byte-counters)|\/node_modules\/fflate\/|\/src\/fetch\/un(?:gzip|deflate)/,
  ],
  ['fetch', /\/src\/fetch\/|\/node_modules\/undici\/|\/src\/measure-fetcher/],
  ['scan', /\/src\/sitemap\/|\/node_modules\/saxes\//],
  ['rules', /\/src\/rules\//],
  ['store', /\/src\/(?:store|queue|jobs|duties)\/|pglite|\/node_modules\/(?:pg|kysely|pg-boss|pg-\w+)\/|^wasm:/],
  ['robots and pages', /\/src\/(?:robots|page)\/|\/node_modules\/(?:parse5|robots-parser)\//],
  ['audit', /\/src\/audit\//],
  ['api', /\/src\/(?:api|report)\/|\/node_modules\//],
  ['the process', /\/src\/[\w-]+\.ts$/],
  ['the measurement', /\/test\/bench\//],
]

/** Names that the profiler makes up. */
const MADE_UP = new Map([
  ['(garbage collector)', 'garbage'],
  ['(program)', 'native, outside of JavaScript'],
])

export function attribute({ nodes, samples, timeDeltas }: CpuProfile): Attribution {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parentOf = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const known = new Map<number, string>()

  function partOf(id: number): string {
    const found = known.get(id)
    if (found !== undefined) return found
    const { functionName, url } = (byId.get(id) as CpuProfile['nodes'][number]).callFrame
    const parent = parentOf.get(id)
    const part =
      MADE_UP.get(functionName) ??
      PARTS.find(([, path]) => path.test(url))?.[0] ??
      // Nobody of ours called it: sockets, timers and modules of Node itself.
      (parent === undefined ? 'sockets and timers' : partOf(parent))
    known.set(id, part)
    return part
  }

  const parts = new Map<string, number>()
  const functions = new Map<string, number>()
  let idleMs = 0
  let busyMs = 0
  for (const [index, id] of samples.entries()) {
    const ms = (timeDeltas[index] ?? 0) / 1_000
    const { functionName, url, lineNumber } = (byId.get(id) as CpuProfile['nodes'][number]).callFrame
    if (functionName === '(idle)') {
      idleMs += ms
      continue
    }
    busyMs += ms
    const part = partOf(id)
    parts.set(part, (parts.get(part) ?? 0) + ms)
    const file = url.replace(/^.*\/(src|node_modules|test)\//, '$1/')
    const name = `${functionName || '(anonymous)'} ${file ? `${file}:${lineNumber + 1}` : ''}`.trim()
    functions.set(name, (functions.get(name) ?? 0) + ms)
  }
  const sorted = (map: Map<string, number>) => [...map].sort(([, a], [, b]) => b - a)
  return { busyMs, idleMs, parts: sorted(parts), functions: sorted(functions) }
}
