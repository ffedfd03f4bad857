import { defineConfig } from 'vitest/config'

/** Folders of tests that open nothing and change nothing outside themselves: their files share processes. */
const PLAIN = ['audit', 'page', 'report', 'robots', 'rules', 'sitemap', 'values'].map(
  (name) => `test/${name}/**/*.test.ts`,
)
/** The ones among them that put modules of their own in the place of ours. */
const MOCKING = ['test/rules/compared.test.ts']

const shared = {
  pool: 'forks' as const,
  // An embedded database is opened in many tests and asked little in each: to translate it well costs more than it brings,
  // and so does it to look for garbage often in processes that soon end.
  execArgv: ['--liftoff-only', '--max-semi-space-size=32'],
  // Four files at once on two cores: what takes six seconds alone has taken twenty. With LONG there are ten times as many runs.
  testTimeout: process.env['LONG'] ? 600_000 : 60_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    globalSetup: ['test/support/pglite-template.ts'],
    // Tests start real servers, databases and processes, and wait for them as long as they compute: twice as many at once as
    // a small machine has cores, and no more.
    maxWorkers: 4,
    projects: [
      { test: { ...shared, name: 'plain', include: PLAIN, exclude: MOCKING, isolate: false } },
      { test: { ...shared, name: 'mocking', include: MOCKING } },
      {
        test: {
          ...shared,
          name: 'whole',
          include: ['test/**/*.test.ts'],
          exclude: [...PLAIN, 'test/bench/compare/**'],
        },
      },
    ],
  },
})
