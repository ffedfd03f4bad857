import type { RouteOptions } from 'fastify'
import { expect, it } from 'vitest'
import { createServer } from '#src/api/create-server.ts'
import { createTestApp } from './test-app.ts'

const PARTS = ['params', 'querystring', 'headers', 'body'] as const

it('every schema of every route can be compiled, although none is before it is needed', async () => {
  const { app } = createTestApp()
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  await app.ready()
  let count = 0
  for (const { method, url, schema } of routes) {
    for (const httpPart of PARTS) {
      const part = schema?.[httpPart]
      if (part === undefined) continue
      const validate = app.validatorCompiler?.({ schema: part, method: String(method), url, httpPart }) as (
        data: unknown,
      ) => unknown
      expect(validate({}), `${method} ${url} ${httpPart}`).toBeTypeOf('boolean')
      count++
    }
  }
  expect(count).toBeGreaterThan(50)
})

it('a schema that cannot be compiled is told by the request that needs it, and by each one', async () => {
  const app = createServer(null, async (api) => {
    api.get('/well', { schema: { querystring: { type: 'object', required: ['a'] } } }, async () => 'well')
    api.get('/ill', { schema: { querystring: { type: 'nothing that there is' } } }, async () => 'ill')
  })
  const get = async (url: string) => (await app.inject({ url })).statusCode
  expect([await get('/well?a=1'), await get('/well'), await get('/well?a=1')]).toEqual([200, 400, 200])
  expect([await get('/ill'), await get('/ill')]).toEqual([500, 500])
  await app.close()
})
