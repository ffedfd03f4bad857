/** quiet-1 to quiet-4.example: sites without a sitemap, each in its own way. */
import type { Site } from '../support/site.ts'
import { htmlPage, pagesOf, robotsTxt } from './make.ts'

export const quiet1: Site[] = [
  {
    host: 'quiet-1.example',
    schemes: 'https',
    routes: {
      '/robots.txt': robotsTxt('User-agent: *', 'Disallow: /admin/'),
      '*': pagesOf('quiet-1.example', []),
    },
  },
]

export const quiet2: Site[] = [
  {
    host: 'quiet-2.example',
    schemes: 'https',
    routes: {
      '/robots.txt': robotsTxt('# Everyone is welcome.', 'User-agent: *', 'Disallow:'),
      '*': pagesOf('quiet-2.example', []),
    },
  },
]

/** Everything but robots.txt moved to a portal, which has no sitemap either. */
export const quiet3: Site[] = [
  {
    host: 'quiet-3.example',
    schemes: 'https',
    routes: {
      '/robots.txt': robotsTxt('User-agent: *', 'Disallow: /intern/'),
      '*': ({ path }) => ({ redirect: `https://quiet-3-portal.example${path}` }),
    },
  },
  {
    host: 'quiet-3-portal.example',
    schemes: 'https',
    routes: {
      '/robots.txt': robotsTxt('User-agent: *', 'Disallow:'),
      '*': pagesOf('quiet-3-portal.example', []),
    },
  },
]

const home = { body: htmlPage({ url: 'https://quiet-4.example/', title: 'Quiet Four' }) }

/** Its server answers the home page where others have a sitemap. */
export const quiet4: Site[] = [
  {
    host: 'quiet-4.example',
    schemes: 'https',
    routes: {
      '/': home,
      '/sitemap.xml': { ...home, headers: [['Content-Type', 'text/html; charset=utf-8']] },
    },
  },
]
