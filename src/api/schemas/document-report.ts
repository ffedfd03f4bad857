/** What a report says of one document. */
import { Type } from 'typebox'
import type { DocumentReport, Hop } from '../../model/report.ts'
import { count, define, listOf, nullable, oneOf, ref, share, text, textByName, whole } from './build.ts'
import { KINDS, OUTCOMES } from './words.ts'

export const OUTCOME_TEXT =
  'How reading ended. absent: 404 or 410; blocked: 401, 403, 429, 451 or a challenge; refused: by our own address ' +
  'policy; skipped: budget spent, cancelled, or a child that was not chosen.'

export const HopSchema = define<Hop>()('Hop', 'A redirect on the way.', {
  status: whole('Its HTTP status.'),
  url: text('The URL that answered so.'),
})

const http = Type.Object(
  {
    status: whole('Status of the last answer.'),
    mediaType: nullable(text('Content-Type, without parameters.')),
    contentEncoding: nullable(text('Content-Encoding, as sent.')),
    lastModified: nullable(text('Last-Modified, as sent.')),
    etag: nullable(text('ETag, as sent.')),
    hops: Type.Array(ref(HopSchema), { description: 'Redirects before the last answer.' }),
  },
  { description: 'The answer; null where there was none.' },
)

const lastmod = Type.Object(
  {
    present: count('Entries that have one.'),
    valid: count('Entries with a valid one.'),
    distinct: count('Distinct values.'),
    oldest: nullable(text('Oldest valid one, as written.')),
    newest: nullable(text('Newest valid one, as written.')),
    commonest: nullable(
      Type.Object(
        { value: text('As written.'), share: share('Share of the entries that have it.') },
        { description: 'The commonest value.' },
      ),
    ),
    histogram: Type.Optional(
      nullable(
        Type.Object(
          {
            from: text('First day, YYYY-MM-DD.'),
            days: whole('Days that each number stands for.', { minimum: 1 }),
            counts: Type.Array(Type.Integer({ minimum: 0 }), {
              maxItems: 24,
              description: 'Entries, from the first day on.',
            }),
          },
          {
            description:
              'Entries by the day of their lastmod (UTC), without dates before 1990 and in the future; null where no ' +
              'date is left. Absent in audits from before it was told.',
          },
        ),
      ),
    ),
  },
  { description: 'The dates of the entries; null where nothing was read.' },
)

export const DocumentReportSchema = define<DocumentReport>()(
  'DocumentReport',
  'One document: how it was found, read and counted. What is null was not read: zero is not unknown.',
  {
    url: text('As listed or named.'),
    finalUrl: text('Where the bytes came from.'),
    via: text('How it was found: `robots.txt:3`, `/sitemap.xml`, `request`, `upload`, or parent URL, # and entry.'),
    parent: nullable(text('URL of the index that lists it.')),
    depth: count('0 for what robots.txt, a fallback or the request names; children are one deeper.'),
    outcome: oneOf(OUTCOMES, OUTCOME_TEXT),
    searchConsole: nullable(
      oneOf(['Success', 'Has errors', "Couldn't fetch"], "What Search Console's Sitemaps report would say."),
    ),
    kind: nullable(oneOf(KINDS, 'What it is, by its bytes.')),
    http: nullable(http),
    bytes: nullable(
      Type.Object(
        {
          transferred: count('As sent.'),
          uncompressed: count('Unpacked.'),
          byKind: Type.Optional(
            Type.Object(
              {
                core: count('URLs, their dates and hints, and everything round them.'),
                alternates: count('Alternates.'),
                images: count('Images.'),
                videos: count('Videos.'),
                news: count('News.'),
                other: count('Other extensions.'),
              },
              {
                description:
                  'The uncompressed bytes by what they hold, scaled from characters. Absent in audits from before it was told.',
              },
            ),
          ),
        },
        { description: 'Its size, bytes; null where nothing was read.' },
      ),
    ),
    sha256: nullable(text('SHA-256 of the uncompressed bytes, hexadecimal.')),
    complete: Type.Boolean({ description: 'False: counts are lower bounds.' }),
    entries: nullable(count('Entries counted.')),
    limit: nullable(
      Type.Object(
        {
          entries: share('Share of 50,000 entries.'),
          bytes: share('Share of 52,428,800 bytes.'),
          bytesPerEntry: share('Average size of an entry, bytes.'),
        },
        { description: 'How near the limits of the protocol it is; null where nothing was read.' },
      ),
    ),
    lastmod: nullable(lastmod),
    extensions: Type.Object(
      {
        images: count('Images.'),
        videos: count('Videos.'),
        news: count('News items.'),
        alternates: count('Alternates.'),
      },
      { description: 'Extension items counted.' },
    ),
    namespaces: textByName('Prefix (empty: the default) to URI.'),
    index: nullable(
      Type.Object(
        {
          lastmod: nullable(text('As the parent index says.')),
          newest: nullable(text('Newest lastmod in the document itself.')),
          verdict: oneOf(['equal', 'stale', 'ahead', 'zone', 'not-compared'], 'How the two compare.'),
        },
        { description: 'As the parent index describes it; null without a parent.' },
      ),
    ),
    xsd: nullable(oneOf(['valid', 'invalid'], 'What a validator with the schemas would say.')),
    reused: Type.Optional(
      Type.Literal(true, {
        description:
          'The server answered 304: by its word this is the document that an earlier audit of the same schedule read, and what was found then is told again. Absent where the document was read.',
      }),
    ),
    children: nullable(
      Type.Object(
        {
          listed: count('Children listed.'),
          chosen: Type.Array(Type.Integer(), { description: 'Entry numbers of those that were read.' }),
        },
        { description: 'Of an index.' },
      ),
    ),
  },
)

export const DocumentListSchema = listOf('DocumentList', 'Documents of an audit.', DocumentReportSchema)
