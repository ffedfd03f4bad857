/** The project's own source, as text. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Path inside the project ("src/audit/walk.ts") -> text, for every .ts file below `folder`, those of packages left out. */
export function readSources(folder: string): Map<string, string> {
  const sources = new Map<string, string>()
  for (const name of readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (name.endsWith('.ts') && !name.includes('node_modules/'))
      sources.set(`${folder}/${name}`, readProjectFile(`${folder}/${name}`))
  }
  return sources
}

/** Text of one file of the project; throws where there is none. */
export function readProjectFile(path: string): string {
  return readFileSync(ROOT + path, 'utf8')
}
