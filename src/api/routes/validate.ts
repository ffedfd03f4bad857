/** One uploaded document. */
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { compareUpload } from '../../audit/compare-upload.ts'
import { FETCH_DEFAULTS } from '../../fetch/settings.ts'
import { GATE_DEFAULTS } from '../../model/audit.ts'
import type { AppDependencies } from '../dependencies.ts'
import type { Api } from '../fastify-types.ts'
import { isHttpUrl } from '../http-url.ts'
import { bodyTooLarge, limitBody } from '../limit-body.ts'
import { createProblem } from '../problems.ts'
import { readComparison } from '../read-comparison.ts'
import { answer, problems, query } from '../schemas/answers.ts'
import { FAIL_ON } from '../schemas/audit.ts'
import { oneOf, text } from '../schemas/build.ts'
import { ValidationSchema } from '../schemas/validation.ts'
import { PROFILES } from '../schemas/words.ts'

const DOCUMENT_BYTES = FETCH_DEFAULTS.maxDocumentBytes.toLocaleString('en-US')
/** How long a client that has had its answer may go on sending before it is cut off, ms. */
const LINGER_MS = 2_000
const UPLOAD_LIMIT = 8
const RETRY_UPLOAD_S = 5

export function addValidateRoute(
  parent: Api,
  {
    config,
    validate,
    store,
    now,
    uploadLimit = UPLOAD_LIMIT,
  }: Pick<AppDependencies, 'config' | 'validate' | 'store' | 'now' | 'uploadLimit'>,
): void {
  let uploads = 0
  // Its own context: here, and only here, a body of any media type is handed on as it comes.
  parent.register(async (api: Api) => {
    api.removeAllContentTypeParsers()
    api.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

    api.post(
      '/validate',
      {
        config: {
          access: 'run',
          isExpensive: true,
          documentedBody: {
            description:
              'One file: an XML sitemap or index, text, RSS or Atom, plain or gzipped, under any media type. The ' +
              `bytes are taken as they are, at most MAX_DOCUMENT_BYTES of them (default ${DOCUMENT_BYTES}).`,
            mediaTypes: ['text/plain', 'application/xml', 'application/gzip', '*/*'],
          },
        },
        // The body is counted while it is read, here with the operator's limit.
        bodyLimit: Number.MAX_SAFE_INTEGER,
        schema: {
          operationId: 'validateDocument',
          tags: ['Validate'],
          summary: 'Check one file',
          description:
            'Checks the file in the body by all rules that need nothing but it. Never touches the network. With ' +
            '`baseline` it is compared with the file that it shall replace, as that audit read it, and `gate` says ' +
            'whether it may; what that audit suppressed is suppressed in the upload, too. Where it does not pass the answer is 422 with the same body, so that ' +
            '`curl --fail-with-body` stops a release.',
          querystring: query({
            url: Type.Optional(
              text('The address it will have; for the rules about scope, host and `.gz`.', {
                maxLength: 8_192,
              }),
            ),
            profile: Type.Optional(oneOf(PROFILES, 'The reader to judge by.')),
            baseline: Type.Optional(
              text(
                'Id of a succeeded audit. The upload is compared with the document that it read at `url`, or with the ' +
                  'only one that lists pages where no `url` is given: then that is taken for the url of the upload.',
                { maxLength: 100 },
              ),
            ),
            failOn: Type.Optional(
              oneOf(
                FAIL_ON,
                'The findings that close the gate; new-error: errors that the baseline did not have. Default: ' +
                  `${GATE_DEFAULTS.failOn}. Without a baseline every error is new.`,
              ),
            ),
            maxEntryDrop: Type.Optional(
              Type.Number({
                minimum: 0,
                maximum: 1,
                description:
                  'Share of its entries that the document may lose against the baseline, which has to be given. ' +
                  `Default: ${GATE_DEFAULTS.maxEntryDrop}.`,
              }),
            ),
          }),
          response: {
            200: answer('What was found. An empty or broken file is an answer, not an error.', ValidationSchema),
            422: answer('What was found, where the gate does not pass.', ValidationSchema),
            ...problems(
              'PARAMETER_UNKNOWN',
              'PARAMETER_INVALID',
              'BODY_INCOMPLETE',
              'BODY_TOO_LARGE',
              'TOO_MANY_UPLOADS',
              'OVERLOADED',
            ),
          },
        },
        // Before the body is looked at.
        onRequest: async ({ headers }) => {
          if (Number(headers['content-length'] ?? 0) > config.maxDocumentBytes)
            throw bodyTooLarge(config.maxDocumentBytes)
          // The bytes say what it is; a media type that is none must not be refused.
          delete headers['content-type']
        },
        onResponse: async ({ raw }) => {
          if (raw.complete || raw.destroyed) return
          const timer = setTimeout(() => raw.destroy(), LINGER_MS)
          raw.once('close', () => clearTimeout(timer))
        },
      },
      async ({ query: { url, profile = null, ...wishes }, body }, reply) => {
        if (url !== undefined && !isHttpUrl(url)) {
          throw createProblem('PARAMETER_INVALID', 'The parameter "url" must be an absolute http or https URL.', {
            field: 'url',
          })
        }
        const comparison = await readComparison(store, url ?? null, wishes)
        const source = body instanceof Readable ? body : Readable.from([])
        const chunks = limitBody(source, config.maxDocumentBytes)
        if (uploads >= uploadLimit) {
          throw createProblem('TOO_MANY_UPLOADS', `This process already checks ${uploads} uploads.`, {
            headers: { 'retry-after': String(RETRY_UPLOAD_S) },
          })
        }
        uploads++
        const address = comparison === null ? (url ?? null) : comparison.url
        const upload = await validate({ chunks, url: address, profile }).finally(() => uploads--)
        const { document, findings, notes } = upload
        if (comparison === null) return { document, findings, notes }
        const judged = compareUpload(upload, comparison.published, profile, comparison.gate, now())
        reply.code(judged.gate.passed ? 200 : 422)
        return { document, ...judged }
      },
    )
  })
}
