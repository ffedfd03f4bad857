/** The pages that people look at. Where the API answers at the same path, a browser's navigation gets the page. */

export interface WebPage {
  /** As Fastify writes it; null: shown where something else was asked for. */
  path: string | null
  title: string
  /** Path of the link in the menu that it stands under. */
  menu: '/' | '/schedules' | '/batches' | '/rules' | null
  /** Below src/web/pages, without its ending; styles of the same name belong to it where there are some. */
  module: string
}

export const PAGES = {
  home: { path: '/', title: 'Audits', menu: '/', module: 'home' },
  audits: { path: '/audits', title: 'Audits', menu: '/', module: 'home' },
  audit: { path: '/audits/:id', title: 'Audit', menu: '/', module: 'audit' },
  document: { path: '/audits/:id/document', title: 'Document', menu: '/', module: 'document' },
  diff: { path: '/audits/:id/diff', title: 'Two audits compared', menu: '/', module: 'diff' },
  domain: { path: '/domains/:domain', title: 'Domain', menu: '/', module: 'domain' },
  rules: { path: '/rules', title: 'Rules', menu: '/rules', module: 'rules' },
  rule: { path: '/rules/:id', title: 'Rule', menu: '/rules', module: 'rule' },
  schedules: { path: '/schedules', title: 'Schedules', menu: '/schedules', module: 'schedules' },
  batches: { path: '/batches', title: 'Batches', menu: '/batches', module: 'batches' },
  batch: { path: '/batches/:id', title: 'Batch', menu: '/batches', module: 'batch' },
  key: { path: null, title: 'Key needed', menu: null, module: 'key' },
  missing: { path: null, title: 'Nothing here', menu: null, module: 'missing' },
} as const satisfies Record<string, WebPage>

export type PageName = keyof typeof PAGES
