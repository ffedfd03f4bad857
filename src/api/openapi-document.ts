/** The OpenAPI document, made from the schemas of the routes. */
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { ApiConfig } from './dependencies.ts'
import type { Api } from './fastify-types.ts'
import { SCHEMAS } from './schemas/index.ts'
import { WEBHOOKS } from './schemas/webhook.ts'
import { showExamples } from './show-examples.ts'

const DESCRIPTION = [
  "Reads a site's sitemaps as a crawler would and says, with proof, what is wrong.",
  'Bodies are JSON. Errors are `application/problem+json` (RFC 9457) with a stable `code`; an unknown field or ' +
    'parameter is 400 and named. Times are RFC 3339, UTC. Nothing in a body is coerced. Lists take `limit` (default ' +
    '50, at most 1,000) and `cursor`, and answer `items` and `next`.',
  'What is not listed here answers 404 `NOT_FOUND`, or 405 `METHOD_NOT_ALLOWED` with `Allow` where the address takes ' +
    'other methods.',
  'The examples are of blog.example, a site that `npm run demo` plays: there they run as they stand. Ids are those of ' +
    'one run; take your own from the answers.',
].join('\n\n')

const TAGS = [
  { name: 'Audits', description: 'One run over one site.' },
  { name: 'Schedules', description: 'Audits that come again and again.' },
  { name: 'Validate', description: 'One file, without the network.' },
  { name: 'Batches', description: 'Many sites audited alike, and what they have in common.' },
  { name: 'Rules', description: 'What is checked, and why.' },
  { name: 'Operations', description: 'Is it up, is it ready, what can it do.' },
]

/** The documentation page has styles in attributes and a picture in its script, and asks nobody else. */
const DOCS_POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

export async function addOpenapi(
  api: Api,
  { version, homepage }: Pick<ApiConfig, 'version' | 'homepage'>,
): Promise<void> {
  for (const schema of SCHEMAS) api.addSchema(schema)
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: 'Sitemap auditor',
        version,
        description: DESCRIPTION,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      externalDocs: { url: homepage, description: 'Home page' },
      servers: [{ url: '/' }],
      tags: TAGS,
      webhooks: WEBHOOKS,
      security: [{ apiKey: [] }],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description:
              'Only where the operator has set API_KEYS. Roles: read, run (also starts), admin (also removes).',
          },
        },
      },
    },
    refResolver: { buildLocalReference: ({ $id }, _base, _fragment, index) => String($id ?? `def-${index}`) },
    convertConstToEnum: false,
    transform: describeBody,
    transformObject: finishDocument({ version, homepage }),
  } as FastifyDynamicSwaggerOptions)
}

export async function addDocumentation(api: Api): Promise<void> {
  await api.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: DOCS_POLICY,
    uiConfig: { deepLinking: true, docExpansion: 'list', defaultModelsExpandDepth: 0 },
    theme: { title: 'Sitemap auditor: API' },
  })
}

/** Bodies that are streamed have no schema for Fastify, but one for people. */
const describeBody: NonNullable<FastifyDynamicSwaggerOptions['transform']> = ({ schema, url, route }) => {
  const body = route.config?.documentedBody
  if (!body) return { schema, url }
  const content = Object.fromEntries(
    body.mediaTypes.map((mediaType) => {
      // Documentation pages have a field for text, and a button for a file.
      const format = mediaType.startsWith('text/') ? {} : { format: 'binary' }
      return [mediaType, { schema: { type: 'string', ...format, description: body.description } }]
    }),
  )
  return { schema: { ...schema, body: { content } }, url }
}

/** The shared schemas as they were written (the plugin drops what stands beside a `$ref`, which 3.1 allows), and examples. */
const finishDocument = (tool: { version: string; homepage: string }) =>
  (({ openapiObject }: { openapiObject: { components: object } }) => {
    const schemas = Object.fromEntries(SCHEMAS.map((schema) => [schema.$id, toComponent(schema)]))
    const document = structuredClone({ ...openapiObject, components: { ...openapiObject.components, schemas } })
    showExamples(document, tool)
    return document
  }) as unknown as FastifyDynamicSwaggerOptions['transformObject']

function toComponent(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toComponent)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).flatMap(([name, value]) => {
    if (name === '$id' && typeof value === 'string') return []
    if (name === '$ref' && typeof value === 'string') return [[name, `#/components/schemas/${value.replace('#', '')}`]]
    return [[name, toComponent(value)]]
  })
  return Object.fromEntries(entries)
}
