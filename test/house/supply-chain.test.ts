/** What the project is made of is locked, listed and allowed by name; the image runs without rights. No network is asked. */
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readProjectFile, readSources } from '#test/support/source-files.ts'

interface Locked {
  version: string
  integrity?: string
  resolved?: string
  link?: boolean
  dev?: boolean
  hasInstallScript?: boolean
}

interface Manifest {
  name: string
  version: string
  dependencies: Record<string, string>
  optionalDependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  allowScripts?: Record<string, boolean>
  scripts?: Record<string, string>
}

/** The project, and what one benchmark compares it with. */
const FOLDERS = ['', 'test/bench/compare/']
/** A dependency more is a decision: whoever takes one raises it here. */
const DEPENDENCY_LIMIT = 28
const INSTALLED_LIMIT = 140

const manifestOf = (folder: string) => JSON.parse(readProjectFile(`${folder}package.json`)) as Manifest
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

function lockedOf(folder: string): [path: string, locked: Locked][] {
  const { packages } = JSON.parse(readProjectFile(`${folder}package-lock.json`)) as { packages: Record<string, Locked> }
  return Object.entries(packages).filter(([path]) => path !== '')
}

/** "name@version", once each. */
const idsOf = (locked: [string, Locked][]) => [
  ...new Set(locked.map(([path, { version }]) => `${nameOf(path)}@${version}`)),
]
const hexOf = (integrity: string) => Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')

describe.each(FOLDERS)('the lock file in /%s', (folder) => {
  const locked = lockedOf(folder)
  const { dependencies, optionalDependencies = {}, devDependencies = {}, allowScripts = {} } = manifestOf(folder)

  it('names one version and the SHA-512 of every package', () => {
    expect(locked.length).toBeGreaterThan(50)
    for (const [path, { version, integrity, link }] of locked) {
      expect(version, path).toMatch(/^\d+\.\d+\.\d+/)
      expect(integrity, path).toMatch(/^sha512-[\w+/]{86}==$/)
      expect(link, path).toBeUndefined()
    }
  })

  it('takes nothing from elsewhere than a registry: no git, no archive, no folder', () => {
    expect(locked.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
    const wanted = Object.values({ ...dependencies, ...optionalDependencies, ...devDependencies })
    expect(wanted.filter((range) => !/^[~^]?\d+\.\d+\.\d+(-[\w.]+)?$/.test(range))).toEqual([])
  })

  it('has no install script that package.json does not allow by its name, and allows none that is not there', () => {
    const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path))
    expect([...new Set(scripted)].sort()).toEqual(Object.keys(allowScripts).sort())
    // Without it npm runs the others too, and only tells.
    expect(readProjectFile(`${folder}.npmrc`).split('\n')).toContain('strict-allow-scripts=true')
  })
})

describe('what the service needs', () => {
  const inService = lockedOf('').filter(([, { dev }]) => !dev)

  it('is little, and runs nothing when it is installed', () => {
    expect(Object.keys(manifestOf('').dependencies).length).toBeLessThanOrEqual(DEPENDENCY_LIMIT)
    expect(inService.length).toBeLessThanOrEqual(INSTALLED_LIMIT)
    expect(inService.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([])
  })

  it('is not another program: no module of src starts a process', () => {
    const sources = readSources('src')
    expect(sources.size).toBeGreaterThan(300)
    expect([...sources].filter(([, text]) => /child_process|node:cluster/.test(text)).map(([path]) => path)).toEqual([])
  })
})

describe('npm run sbom', () => {
  const { name, version, scripts = {} } = manifestOf('')
  const locked = lockedOf('')
  const root = `pkg:npm/${name}@${version}`

  function list(...more: string[]) {
    const [npm = '', ...rest] = (scripts['sbom'] ?? '').split(' ')
    // Offline: a request would fail.
    const run = spawnSync(npm, [...rest, ...more, '--offline'], {
      cwd: new URL('../../', import.meta.url),
      encoding: 'utf8',
      maxBuffer: 50_000_000,
    })
    expect([run.status, run.stderr]).toEqual([0, expect.not.stringMatching(/npm error/)])
    return JSON.parse(run.stdout)
  }

  it('lists every locked package as CycloneDX 1.5 with its hash, and says which are for its makers only', () => {
    const bom = list()
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 })
    expect(bom.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    expect(bom.metadata.component).toMatchObject({ type: 'application', purl: root })
    const refs: string[] = bom.components.map((one: { 'bom-ref': string }) => one['bom-ref'])
    expect(refs.length).toBe(new Set(refs).size)
    expect(refs.toSorted()).toEqual(idsOf(locked).sort())
    const integrities = new Map(
      locked.map(([path, one]) => [`${nameOf(path)}@${one.version}`, hexOf(one.integrity ?? '')]),
    )
    for (const one of bom.components) {
      expect(one).toMatchObject({
        type: 'library',
        purl: `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`,
        hashes: [{ alg: 'SHA-512', content: integrities.get(one['bom-ref']) }],
      })
    }
    const isForMakers = (one: { properties: { name: string; value: string }[] }) =>
      one.properties.some((property) => property.name === 'cdx:npm:package:development' && property.value === 'true')
    const forService = bom.components.filter((one: never) => !isForMakers(one)).length
    expect(forService).toBe(idsOf(locked.filter(([, { dev }]) => !dev)).length)
    const known = new Set([...refs, bom.metadata.component['bom-ref']])
    const edges: { ref: string; dependsOn: string[] }[] = bom.dependencies
    expect(edges.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !known.has(ref))).toEqual([])
  })

  it('lists them as SPDX 2.3 as well', () => {
    const document = list('--sbom-format=spdx')
    expect(document).toMatchObject({ spdxVersion: 'SPDX-2.3', dataLicense: 'CC0-1.0', SPDXID: 'SPDXRef-DOCUMENT' })
    expect(document.documentNamespace).toMatch(/^http:\/\/spdx\.org\/spdxdocs\/[\w.-]+$/)
    expect(document.creationInfo.created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
    expect(document.creationInfo.creators.join()).toMatch(/^Tool: npm/)
    const ids: string[] = document.packages.map(({ SPDXID }: { SPDXID: string }) => SPDXID)
    expect(ids.length).toBe(new Set(ids).size)
    expect(ids.filter((id) => !/^SPDXRef-[A-Za-z\d.-]+$/.test(id))).toEqual([])
    const listed: string[] = document.packages.map(
      (one: { name: string; versionInfo: string }) => `${one.name}@${one.versionInfo}`,
    )
    expect(listed.sort()).toEqual([...idsOf(locked), `${name}@${version}`].sort())
    for (const one of document.packages) expect(one.downloadLocation, one.name).toEqual(expect.any(String))
    const known = new Set([...ids, 'SPDXRef-DOCUMENT'])
    const ends = document.relationships.flatMap((one: { spdxElementId: string; relatedSpdxElement: string }) => [
      one.spdxElementId,
      one.relatedSpdxElement,
    ])
    expect(ends.filter((id: string) => !known.has(id))).toEqual([])
  })
})

describe('the image', () => {
  const dockerfile = readProjectFile('Dockerfile')
  const stages = dockerfile.split(/^FROM /m)

  it('runs nothing in its last stage, and starts and asks for health without a shell', () => {
    const last = stages.at(-1) ?? ''
    expect(stages.length).toBe(3)
    expect(last).not.toMatch(/^RUN /m)
    expect(Array.from(last.matchAll(/\bCMD +(.)/g), ([, first]) => first)).toEqual(['[', '['])
    expect(last).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
    // Both belong to root: the user that runs them cannot change them.
    expect(last).toMatch(/^COPY src \.\/src$/m)
    expect(last).toMatch(/^COPY --from=install \/app\/node_modules \.\/node_modules$/m)
  })

  it('is composed without rights: a file system that is read only, no capability, none to gain', () => {
    const { services } = parse(readProjectFile('docker-compose.yml'), { merge: true })
    for (const service of [services.api, services.worker]) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        tmpfs: [expect.stringMatching(/^\/tmp:.*noexec/)],
      })
      expect(service.privileged ?? service.user ?? service.volumes).toBeUndefined()
    }
  })
})
