import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import { settings } from '../../proxy/config/config.ts'

const read = (file: string) => readFileSync(join('proxy/deploy', file), 'utf8')

interface Service {
  image: string
  build?: unknown
  pull_policy?: string
  env_file?: string
  environment?: Record<string, string>
  volumes?: string[]
  profiles?: string[]
  depends_on?: Record<string, unknown>
  read_only?: boolean
  cap_drop?: string[]
}
const compose = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service>; volumes: Record<string, unknown> }
const isProxy = ({ image }: Service) => image === 'storefront-proxy'

interface Container {
  env: { name: string }[]
  ports: { name: string; containerPort: number }[]
  securityContext: Record<string, unknown>
  [probe: string]: unknown
}
interface Kind {
  kind: string
  spec: { template: { spec: { containers: Container[] } }; ports: { targetPort: string }[] }
}
const objects = parseAllDocuments(read('kubernetes.yaml')).map((document) => document.toJS() as Kind)
const [container] = objects.find(({ kind }) => kind === 'Deployment')!.spec.template.spec.containers as [Container]

describe('the files for deploying', () => {
  test('name only settings that the proxy has', () => {
    const image = [...read('Dockerfile').matchAll(/^(?:ENV| {4})[ ]*(\w+)=/gm)].map(([, name]) => name!)
    const unit = [...read('storefront-proxy.service').matchAll(/(?<=^Environment=.*)\b([A-Z_]+)=/gm)].map(([, name]) => name!)
    const composed = Object.values(compose.services).filter(isProxy).flatMap(({ environment = {} }) => Object.keys(environment)) // prettier-ignore
    const named = [...image, ...unit, ...composed, ...container.env.map(({ name }) => name)].filter((name) => name !== 'NODE_ENV')

    assert.ok(named.length > 8, named.join())
    assert.deepEqual(
      named.filter((name) => !(name in settings.shape)),
      [],
    )
  })

  test('for compose fit together: one instance alone, or two with PostgreSQL behind Caddy', () => {
    const { services, volumes } = compose
    const inProfile = (profile?: string) => Object.entries(services).flatMap(([name, { profiles }]) => (!profiles || profiles.includes(profile!) ? [name] : []))
    const named = Object.values(services).flatMap((service) => (service.volumes ?? []).map((volume) => volume.split(':')[0]!))
    const behind = /reverse_proxy (.*) \{/.exec(read('Caddyfile'))![1]!.split(' ')

    assert.deepEqual(inProfile(), ['proxy'])
    assert.deepEqual(inProfile('postgres'), ['proxy', 'proxy-2', 'postgres', 'caddy'])
    assert.deepEqual(behind, Object.entries(services).flatMap(([name, service]) => (isProxy(service) ? [`${name}:4101`] : []))) // prettier-ignore
    for (const name of named) assert.ok(name.startsWith('./') ? existsSync(join('proxy/deploy', name)) : name in volumes, name)
    // The file is in the package, too, where nothing is beside it to build from.
    for (const { build, pull_policy } of Object.values(services).filter(isProxy)) assert.deepEqual([build, pull_policy], [undefined, 'never'])
    for (const { read_only, cap_drop } of Object.values(services).filter(isProxy)) assert.deepEqual([read_only, cap_drop], [true, ['ALL']])
  })

  test('for compose leave to proxy.env what a shop sets there', () => {
    const proxies = Object.values(compose.services).filter(isProxy)

    for (const { env_file, environment = {} } of proxies) {
      assert.equal(env_file, 'proxy.env')
      // Compose takes a variable of `environment` before that of `env_file`, even if it is empty.
      assert.deepEqual(Object.values(environment).filter((value) => value.includes('$')), []) // prettier-ignore
      for (const name of ['DATABASE_URL', 'TRUST_PROXY']) assert.ok(!(name in environment), name)
    }
  })

  test('for Kubernetes ask for health at ports and paths that exist, and run without rights', () => {
    const ports = Object.fromEntries(container.ports.map(({ name, containerPort }) => [name, containerPort]))
    const probes = Object.keys(container).filter((key) => key.endsWith('Probe')).map((key) => (container[key] as { httpGet: { path: string; port: string } }).httpGet) // prettier-ignore

    assert.deepEqual(ports, { http: settings.shape.PORT.parse(undefined), operator: 4103 })
    assert.deepEqual(
      probes.map(({ path, port }) => `${port} ${path}`),
      ['http /livez', 'http /livez', 'operator /readyz'],
    )
    assert.ok(objects.find(({ kind }) => kind === 'Service')!.spec.ports.every(({ targetPort }) => targetPort in ports))
    assert.deepEqual(container.securityContext, { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } })
  })

  test('for systemd are a valid unit', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'unit-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const unit = join(folder, 'storefront-proxy.service')
    writeFileSync(unit, read('storefront-proxy.service'))
    const { error, status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' })
    if (error) return t.diagnostic('not on this machine: systemd-analyze')

    assert.deepEqual([status, stderr], [0, ''])
  })

  test('for an image have no fault that hadolint knows', (t) => {
    const { error, status, stdout } = spawnSync('hadolint', ['proxy/deploy/Dockerfile'], { encoding: 'utf8' })
    if (error) return t.diagnostic('not on this machine: hadolint')

    assert.equal(status, 0, stdout)
  })
})
