/** `npm run openapi`: writes openapi.yaml from the schemas of the routes. No database, no network. */
import { readFile, writeFile } from 'node:fs/promises'
import { FETCH_DEFAULTS } from '../fetch/settings.ts'
import { buildApp } from './app.ts'
import type { AppDependencies } from './dependencies.ts'
import { toYaml } from './openapi-yaml.ts'

const ROOT = new URL('../../', import.meta.url)

/** The document as it is committed and served, YAML. */
export async function renderOpenapi(): Promise<string> {
  const { version, homepage } = JSON.parse(await readFile(new URL('package.json', ROOT), 'utf8'))
  const nobody = {} as AppDependencies
  const app = buildApp({
    ...nobody,
    config: {
      version,
      homepage,
      apiKeys: [],
      maxDocumentBytes: FETCH_DEFAULTS.maxDocumentBytes,
      rateLimit: 600,
      shedDelayMs: 0,
      maxQueue: 10_000,
      hasWebhookSecret: false,
      refusalOfWebhook: () => null,
      isDomainAllowed: () => true,
      sealHeaders: () => null,
      openHeaders: () => ({}),
    },
    rules: [],
    logger: null,
    now: () => 0,
  })
  await app.ready()
  const yaml = toYaml(app.swagger())
  await app.close()
  return yaml
}

if (import.meta.main) await writeFile(new URL('openapi.yaml', ROOT), await renderOpenapi())
