import { feedRules } from '#src/rules/feed.ts'
import { lines } from '../support/documents.ts'
import { testRules } from '../support/rule-table.ts'

const ITEM = '<item><link>https://www.example.com/</link></item>'

testRules('Feeds', feedRules, [
  {
    name: 'finds nothing in RSS 2.0',
    document: `<rss version="2.0"><channel>${ITEM}</channel></rss>`,
    findings: [],
  },
  {
    name: 'finds nothing in Atom 1.0',
    document: '<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="https://www.example.com/"/></entry></feed>',
    findings: [],
  },
  {
    name: 'warns of RSS 0.91',
    document: lines('<rss', ' version="0.91">', `<channel>${ITEM}</channel></rss>`),
    findings: [
      {
        rule: 'feed-version-unsupported',
        line: 2,
        column: 2,
        message: 'The feed is RSS 0.91; Google takes RSS 2.0 and Atom 1.0 as sitemaps.',
        value: 'RSS 0.91',
      },
    ],
  },
  {
    name: 'warns of RSS 1.0',
    document: `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">${ITEM}</rdf:RDF>`,
    findings: [{ rule: 'feed-version-unsupported', line: 1, column: 1, value: 'RSS 1.0' }],
  },
  {
    name: 'warns of Atom 0.3',
    document: '<feed version="0.3" xmlns="http://purl.org/atom/ns#"/>',
    findings: [{ rule: 'feed-version-unsupported', line: 1, column: 21, value: 'Atom 0.3' }],
  },
])
