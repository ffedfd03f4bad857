/** guard-1 and guard-2.example: sites that refuse us, wholly and at the one file that matters. */
import type { Answer, Site } from '../support/site.ts'
import { pagesOf, robotsTxt } from './make.ts'

const REFUSAL: Answer = {
  status: 403,
  headers: [['Content-Type', 'text/html; charset=utf-8']],
  body: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>403 Forbidden</title></head>
<body><h1>Forbidden</h1></body>
</html>
`,
}

export const guard1: Site[] = [{ host: 'guard-1.example', schemes: 'https', routes: { '*': REFUSAL } }]

export const guard2: Site[] = [
  {
    host: 'guard-2.example',
    schemes: 'https',
    routes: {
      '/robots.txt': robotsTxt(
        'User-agent: *',
        'Disallow: /cart',
        '',
        'Sitemap: https://guard-2.example/sitemap-all.xml',
      ),
      '/sitemap-all.xml': REFUSAL,
      '*': pagesOf('guard-2.example', []),
    },
  },
]
