/**
 * What the browser is given, read once, for the first page that is asked for: the pages' modules without their types, the libraries they stand
 * on, styles and pictures. No build step, and nothing from elsewhere.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { transformSync } from 'amaro'

const WEB = new URL('../web/', import.meta.url)

/** The libraries, by the name under which modules import them. Each file as its package publishes it for browsers. */
const LIBRARIES: Record<string, { file: string; path: string }> = {
  preact: { file: 'preact/dist/preact.module.js', path: 'vendor/preact.js' },
  'preact/hooks': { file: 'preact/hooks/dist/hooks.module.js', path: 'vendor/preact-hooks.js' },
  htm: { file: 'htm/dist/htm.module.js', path: 'vendor/htm.js' },
}
/** The entry of a package, from which its other files are found. */
const LIBRARY_ROOTS = new URL('../../node_modules/', import.meta.url)

const MEDIA_TYPES: Record<string, string> = {
  '.ts': 'text/javascript; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** A compiler of 4 MB, which most starts have no use for. */
const loadStripper = () => createRequire(import.meta.url)('amaro') as { transformSync: typeof transformSync }

/** `from 'x'`, `import 'x'` and `import('x')`, in a module whose types are gone. */
const IMPORT = /(\bfrom\s*|\bimport\s*\(\s*|\bimport\s*)(["'])([^"'\n]+)\2/g
const DYNAMIC_IMPORT = /\bimport\s*\(\s*["'][^"'\n]+["']/g

export interface Asset {
  body: Buffer
  mediaType: string
}

export interface WebAssets {
  /** Changes with any of them, so that browsers may keep what stands below it for ever. */
  version: string
  /** By their paths below the version: "pages/home.ts". */
  files: ReadonlyMap<string, Asset>
  /** The frame of every page, with the places that are filled. */
  shell: string
  /** The module and all that it imports before it runs, itself first. */
  modulesOf(path: string): string[]
}

let known: WebAssets | null = null

/** Once in a process. @throws when a module cannot be read, or imports what is not among the assets */
export function getWebAssets(): WebAssets {
  known ??= readWebAssets()
  return known
}

function readWebAssets(): WebAssets {
  const sources = new Map<string, string>()
  for (const path of readdirSync(fileURLToPath(WEB), { recursive: true, encoding: 'utf8' }).sort()) {
    const name = path.replaceAll('\\', '/')
    if (extname(name) in MEDIA_TYPES) sources.set(name, readFileSync(new URL(name, WEB), 'utf8'))
  }
  for (const { file, path } of Object.values(LIBRARIES)) {
    // Source maps are not served: a browser would ask for them in vain.
    sources.set(
      path,
      readFileSync(new URL(file, LIBRARY_ROOTS), 'utf8').replace(/\n\/\/# sourceMappingURL=\S*\s*$/, '\n'),
    )
  }

  const files = new Map<string, Asset>()
  const imports = new Map<string, string[]>()
  const hash = createHash('sha256')
  for (const [path, source] of sources) {
    const text = isModule(path) ? toBrowserModule(path, source) : source
    files.set(path, { body: Buffer.from(text), mediaType: MEDIA_TYPES[extname(path)] ?? 'application/octet-stream' })
    if (isModule(path)) imports.set(path, importsOf(path, text, sources))
    hash.update(`${path}\n${text.length}\n${text}`)
  }
  return {
    version: hash.digest('base64url').slice(0, 16),
    files,
    shell: readFileSync(new URL('shell.html', WEB), 'utf8'),
    modulesOf: (path) => reach(path, imports),
  }
}

function isModule(path: string): boolean {
  return ['.ts', '.js'].includes(extname(path))
}

/** Types become blanks, so that lines and columns stay; bare names become paths: an import map would be inline script. */
function toBrowserModule(path: string, source: string): string {
  const code =
    extname(path) === '.ts' ? loadStripper().transformSync(source, { mode: 'strip-only', filename: path }).code : source
  return code.replace(IMPORT, (whole, before: string, quote: string, name: string) => {
    const library = LIBRARIES[name]
    if (!library) return whole
    const relative = posix.relative(posix.dirname(path), library.path)
    return `${before}${quote}${relative.startsWith('.') ? relative : `./${relative}`}${quote}`
  })
}

/** What a module imports at once; what it imports later is only held to be there. */
function importsOf(path: string, code: string, sources: ReadonlyMap<string, string>): string[] {
  if (path.startsWith('vendor/') && !code.includes('import')) return []
  const later = new Set(Array.from(code.matchAll(DYNAMIC_IMPORT), ({ index }) => index))
  const found: string[] = []
  for (const { 1: before = '', 3: name = '', index } of code.matchAll(IMPORT)) {
    if (!name.startsWith('.')) {
      if (path.startsWith('vendor/')) continue
      throw new Error(`src/web/${path} imports ${name}, which browsers are not given`)
    }
    const target = posix.join(posix.dirname(path), name)
    if (!sources.has(target)) throw new Error(`src/web/${path} imports ${name}, which is not there`)
    if (!(before.includes('(') && later.has(index))) found.push(target)
  }
  return found
}

function reach(path: string, imports: ReadonlyMap<string, string[]>): string[] {
  const reached = new Set([path])
  for (const one of reached) for (const next of imports.get(one) ?? []) reached.add(next)
  return [...reached]
}
