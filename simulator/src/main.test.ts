import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { parseFleet } from './fleet-file.ts'

const regionPath = fileURLToPath(new URL('../../tools/demo/region/mexico-city.osm', import.meta.url))
const mainPath = fileURLToPath(new URL('./main.ts', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
const vehicle = {
  deviceIdentifier: 'phone-1',
  protocol: 'osmand',
  home: { latitude: 19.4236, longitude: -99.1631 },
  behaviour: 'parked',
}

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

function start(fleetText: string, settings: Record<string, string>): ChildProcess {
  const folder = mkdtempSync(join(tmpdir(), 'rumbo-simulator-'))
  const fleetPath = join(folder, 'fleet.json')
  writeFileSync(fleetPath, fleetText)
  const { arguments: given = '', openFiles = '', ...variables } = settings
  const more = given.split(' ').filter((word) => word !== '')
  const limit = openFiles === '' ? '' : `ulimit -n ${openFiles} && `
  const program = [process.execPath, '--import', 'tsx', mainPath, fleetPath, ...more]
  const child = spawn('sh', ['-c', `${limit}exec "$@"`, 'sh', ...program], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      RUMBO_GATEWAY_GT06_PORT: '1',
      RUMBO_GATEWAY_OSMAND_PORT: '1',
      ...variables,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  cleanups.push(() => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  return child
}

const exitOf = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve))

describe('the simulator as a process', () => {
  test('executes directions on standard input, prints arrivals, and ends when its input closes', async () => {
    const child = start(JSON.stringify({ vehicles: [vehicle] }), { RUMBO_SIMULATOR_REGION: regionPath })
    const exit = exitOf(child)
    const seen: Record<string, unknown>[] = []
    if (child.stdout === null || child.stdin === null) throw new Error('The process has no pipes')
    for await (const line of createInterface({ input: child.stdout })) {
      const message = JSON.parse(line) as Record<string, unknown>
      seen.push(message)
      if (message.started !== undefined) {
        child.stdin.write(
          `not a direction\n${JSON.stringify({ direct: { deviceIdentifier: 'phone-1', ...vehicle.home } })}\n`,
        )
      }
      if (message.arrived !== undefined) child.stdin.end()
    }
    expect(await exit).toBe(0)
    expect(seen).toMatchObject([
      { started: { vehicles: 1 } },
      { problem: 'A line on standard input could not be read: it is not JSON.' },
      { directed: { deviceIdentifier: 'phone-1', outcome: 'accepted' } },
      { arrived: { deviceIdentifier: 'phone-1' } },
    ])
  })

  test('divides the vehicles among processes where one may not open enough sockets', async () => {
    const vehicles = Array.from({ length: 450 }, (_, at) => ({ ...vehicle, deviceIdentifier: `phone-${at}` }))
    const child = start(JSON.stringify({ vehicles }), {
      RUMBO_SIMULATOR_REGION: regionPath,
      openFiles: '400',
    })
    const exit = exitOf(child)
    const seen: Record<string, unknown>[] = []
    if (child.stdout === null || child.stdin === null) throw new Error('The process has no pipes')
    for await (const line of createInterface({ input: child.stdout })) {
      const message = JSON.parse(line) as Record<string, unknown>
      seen.push(message)
      if (message.started !== undefined)
        for (const deviceIdentifier of ['phone-0', 'phone-1', 'phone-x'])
          child.stdin.write(`${JSON.stringify({ direct: { deviceIdentifier, ...vehicle.home } })}\n`)
      if (seen.filter(({ directed, arrived }) => directed ?? arrived).length === 5) child.stdin.end()
    }
    expect(await exit).toBe(0)
    expect(seen[0]).toEqual({ started: { vehicles: 450 } })
    const outcomeOf = (name: string) =>
      seen.flatMap(({ directed }) => {
        const { deviceIdentifier, outcome } = (directed ?? {}) as Record<string, string>
        return deviceIdentifier === name ? [outcome] : []
      })
    expect(['phone-0', 'phone-1', 'phone-x'].map(outcomeOf)).toEqual([
      ['accepted'],
      ['accepted'],
      ['unknown_device'],
    ])
    const arrivals = seen.flatMap(
      ({ arrived }) => (arrived as { deviceIdentifier: string } | undefined) ?? [],
    )
    expect(arrivals.map(({ deviceIdentifier }) => deviceIdentifier).sort()).toEqual(['phone-0', 'phone-1'])
  })

  test('ends with a sentence and its parts, where one of them cannot start', async () => {
    const vehicles = Array.from({ length: 450 }, (_, at) => ({ ...vehicle, deviceIdentifier: `phone-${at}` }))
    const child = start(JSON.stringify({ vehicles }), {
      RUMBO_SIMULATOR_REGION: mainPath,
      openFiles: '400',
    })
    let errors = ''
    child.stderr?.on('data', (part) => {
      errors += part
    })
    expect(await exitOf(child)).toBe(1)
    expect(errors).toContain('The region file cannot be read')
  })

  test('ends at SIGTERM', async () => {
    const child = start(JSON.stringify({ vehicles: [vehicle] }), { RUMBO_SIMULATOR_REGION: regionPath })
    const exit = exitOf(child)
    child.stdout?.once('data', () => child.kill('SIGTERM'))
    expect(await exit).toBe(0)
  })

  test.each([
    [
      'no region',
      '{"vehicles": []}',
      {},
      'No region is given: set RUMBO_SIMULATOR_REGION to the region file with the streets, or use --region.',
    ],
    ['a broken fleet', '{', { RUMBO_SIMULATOR_REGION: regionPath }, 'cannot be read: it is not JSON.'],
    [
      'a broken region',
      '{"vehicles": []}',
      { RUMBO_SIMULATOR_REGION: mainPath },
      'The region file cannot be read at line',
    ],
    [
      'too many devices',
      '{"vehicles": []}',
      { RUMBO_SIMULATOR_REGION: regionPath, arguments: '--devices 20001' },
      '--devices must be a whole number from 1 to 20000.',
    ],
    [
      'a wrong part',
      '{"vehicles": []}',
      { RUMBO_SIMULATOR_REGION: regionPath, arguments: '--part 3/2' },
      '--part must be like 2/3.',
    ],
    [
      'more devices than eight processes may have sockets',
      JSON.stringify({
        vehicles: Array.from({ length: 2_401 }, (_, at) => ({ ...vehicle, deviceIdentifier: `phone-${at}` })),
      }),
      { RUMBO_SIMULATOR_REGION: regionPath, openFiles: '400' },
      'Run "ulimit -n 2501" in the same shell',
    ],
    [
      'a wrong port',
      '{"vehicles": []}',
      { RUMBO_SIMULATOR_REGION: regionPath, RUMBO_GATEWAY_GT06_PORT: 'x' },
      'RUMBO_GATEWAY_GT06_PORT must be a port from 1 to 65535, or off.',
    ],
  ])('refuses %s with a sentence', async (_what, fleetText, settings, sentence) => {
    const child = start(fleetText, settings)
    const exit = exitOf(child)
    let errors = ''
    child.stderr?.on('data', (part) => {
      errors += part
    })
    expect(await exit).toBe(1)
    expect(errors).toContain(sentence)
  })
})

describe('the fleet file', () => {
  test.each([
    ['[]', 'it holds no list "vehicles"'],
    [
      '{"vehicles": [{"deviceIdentifier": "12", "protocol": "gt06"}]}',
      'most protocols require an IMEI of 15 digits',
    ],
    ['{"vehicles": [{"deviceIdentifier": "a", "protocol": "x"}]}', 'is none of gt06'],
    [
      '{"vehicles": [{"deviceIdentifier": "a", "protocol": "osmand", "kind": "boat"}]}',
      'the kind of vehicle 1',
    ],
    ['{"vehicles": [{"deviceIdentifier": "a", "protocol": "osmand", "home": {}}]}', 'needs a latitude'],
    [JSON.stringify({ vehicles: [vehicle, vehicle] }), 'is listed twice'],
  ])('%s is refused', (text, reason) => {
    expect(() => parseFleet(text)).toThrow(reason)
  })
})
