/** The API over a store and a queue in memory. */
import type { LightMyRequestResponse } from 'fastify'
import { onTestFinished } from 'vitest'
import { buildApp } from '#src/api/app.ts'
import type { ApiConfig, AppDependencies, Upload } from '#src/api/dependencies.ts'
import type { Api } from '#src/api/fastify-types.ts'
import { isPrivateHost } from '#src/values/private-host.ts'
import {
  createFakeChannels,
  createFakeQueue,
  createFakeStore,
  type FakeQueue,
  type FakeStore,
} from '../support/fake-store.ts'
import { createDocument, createFinding, createReport, RULES } from './sample-report.ts'

export interface TestApp {
  app: Api
  store: FakeStore
  queue: FakeQueue
  /** The uploads that came to be checked, read to their ends. */
  uploads: { url: string | null; profile: string | null; body: Buffer }[]
  post(body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
}

/** Audits end at once, with a small report. */
export function createTestApp(config: Partial<ApiConfig> = {}, deps: Partial<AppDependencies> = {}): TestApp {
  const store = createFakeStore()
  const queue = createFakeQueue()
  queue.onJob = (id) =>
    void store.end(id, 'succeeded', createReport({ findings: [createFinding({ severity: 'note' })] }))
  const uploads: TestApp['uploads'] = []
  const app = buildApp({
    store,
    queue,
    channels: createFakeChannels(),
    config: {
      version: '1.2.3',
      homepage: 'https://sitemap-auditor.example',
      apiKeys: [],
      maxDocumentBytes: 1_000,
      rateLimit: 0,
      shedDelayMs: 0,
      maxQueue: 3,
      hasWebhookSecret: false,
      refusalOfWebhook: ({ hostname }) => (isPrivateHost(hostname) ? `${hostname} is not a public host` : null),
      isDomainAllowed: (host) => !isPrivateHost(host),
      sealHeaders: (headers) => `sealed:${JSON.stringify(headers)}`,
      openHeaders: (sealed) => JSON.parse(sealed.slice('sealed:'.length)),
      ...config,
    },
    rules: RULES,
    async validate({ chunks, url, profile }: Upload) {
      const parts: Uint8Array[] = []
      for await (const chunk of chunks) parts.push(chunk)
      uploads.push({ url, profile, body: Buffer.concat(parts) })
      return {
        document: createDocument({ via: 'upload' }),
        findings: [createFinding()],
        sample: null,
        notes: [],
        failures: [],
      }
    },
    logger: null,
    now: () => Date.parse('2026-03-01T12:00:00Z'),
    ...deps,
  })
  onTestFinished(() => app.close())
  return {
    app,
    store,
    queue,
    uploads,
    post: (body, headers = {}) => app.inject({ method: 'POST', url: '/audit', payload: body as object, headers }),
    get: (url, headers = {}) => app.inject({ method: 'GET', url, headers }),
  }
}
