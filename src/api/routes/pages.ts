/** The web pages: one frame for all of them, filled by a module each, and the files that those stand on. */
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { isNavigation } from '../accept.ts'
import type { Api } from '../fastify-types.ts'
import { PAGES, type PageName, type WebPage } from '../page-table.ts'
import { createProblem } from '../problems.ts'
import { getWebAssets, type WebAssets } from '../web-assets.ts'

/** Nothing inline, nothing from elsewhere. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';')

/** Styles of every page. */
const STYLES = ['styles/base.css', 'styles/layout.css', 'styles/parts.css', 'styles/data.css', 'styles/pictures.css']
/** How the shell names files. */
const NO_VERSION = '/assets/-/'
const YEAR_S = 31_536_000

/**
 * Pages are open, for they hold nothing but the frame: what they show they ask the API for. To be called after the
 * headers were added and before keys are asked for.
 * @returns how to answer with a page instead of what was asked for
 */
export function addPages(api: Api): (name: PageName, reply: FastifyReply) => FastifyReply {
  const frames = new Map<PageName, string>()
  function frameOf(name: PageName): string {
    const frame = frames.get(name) ?? fillShell(PAGES[name], getWebAssets())
    frames.set(name, frame)
    return frame
  }
  const byPath = new Map<string, PageName>()
  for (const [name, { path }] of Object.entries(PAGES)) if (path !== null) byPath.set(path, name as PageName)

  const sendPage = (name: PageName, reply: FastifyReply) =>
    reply
      .header('content-security-policy', PAGE_POLICY)
      .header('cache-control', 'no-cache')
      .header('vary', 'Accept')
      .type('text/html; charset=utf-8')
      .send(frameOf(name))

  api.addHook('onRequest', async (request, reply) => {
    const name = byPath.get(request.routeOptions.url ?? '')
    if (name !== undefined) reply.header('vary', 'Accept')
    if (!isNavigation(request)) return undefined
    if (request.is404) return sendPage('missing', reply.code(404))
    return name === undefined ? undefined : sendPage(name, reply)
  })

  api.get(
    '/assets/:version/*',
    {
      config: { access: 'open' },
      schema: { hide: true, params: Type.Object({ version: Type.String(), '*': Type.String() }) },
    },
    async (request, reply) => {
      const { version, '*': path } = request.params
      const assets = getWebAssets()
      const asset = version === assets.version ? assets.files.get(path) : undefined
      if (!asset) throw createProblem('NOT_FOUND', 'There is no such file. Load the page anew.')
      return reply
        .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
        .type(asset.mediaType)
        .send(asset.body)
    },
  )
  return sendPage
}

/** Pages where the API has nothing to say. To be called when its routes are there. */
export function addPageRoutes(api: Api, sendPage: (name: PageName, reply: FastifyReply) => FastifyReply): void {
  for (const [name, { path }] of Object.entries(PAGES)) {
    if (path === null || api.hasRoute({ method: 'GET', url: path })) continue
    api.get(path, { config: { access: 'open' }, schema: { hide: true } }, async (_request, reply) =>
      sendPage(name as PageName, reply),
    )
  }
}

function fillShell({ title, menu, module }: WebPage, { version, files, shell, modulesOf }: WebAssets): string {
  const script = `pages/${module}.ts`
  const own = `styles/${module}.css`
  const styles = [...STYLES, ...(files.has(own) ? [own] : [])]
  const indent = '\n    '
  return shell
    .replace('<title>', `<title>${menu === '/' && title === 'Audits' ? '' : `${title} - `}`)
    .replace(
      '<!-- styles -->',
      styles.map((path) => `<link rel="stylesheet" href="${NO_VERSION}${path}">`).join(indent),
    )
    .replace(
      '<!-- modules -->',
      [
        `<script type="module" src="${NO_VERSION}${script}"></script>`,
        ...modulesOf(script).map((path) => `<link rel="modulepreload" href="${NO_VERSION}${path}">`),
      ].join(indent),
    )
    .replace(`<a href="${menu}">`, `<a href="${menu}" aria-current="page">`)
    .replaceAll(NO_VERSION, `/assets/${version}/`)
}
