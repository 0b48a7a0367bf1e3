import { sendCommand } from '@rumbo/contract/commands.contract'
import { commandStatuses, commandTypes } from '@rumbo/contract/commands.device-command.contract'
import { describe, expect, it } from 'vitest'
import {
  checkCommand,
  commandBodyOf,
  commandErrorsOf,
  emptyCommand,
  fieldsOf,
} from './command-draft.rules.ts'
import { someCommand, someOptions } from './commands.factory.ts'
import {
  cancelLockOf,
  commandGroups,
  isConfirmed,
  lockOf,
  locksOf,
  outcomeOf,
  secondsLeft,
  stopObstacleNow,
} from './commands.rules.ts'

const vehicleId = '0190a000-0000-7000-8000-0000000000a1'
const draftWith = (parameters: Partial<typeof emptyCommand.parameters>) => ({
  ...emptyCommand,
  parameters: { ...emptyCommand.parameters, ...parameters },
})

describe('what can be sent', () => {
  it('every type is in one group', () => {
    expect(commandGroups.flatMap(({ types }): string[] => [...types]).sort()).toEqual(
      [...commandTypes].sort(),
    )
  })

  it.each([
    [{}, true, null],
    [{ isSupported: false }, true, 'unsupported'],
    [{ isAllowed: false }, true, 'level'],
    [{ isSupported: false, isAllowed: false }, true, 'level'],
    [{}, false, 'noDevice'],
  ])('%j with a device %s is locked by %s', (some, hasDevice, lock) => {
    const option = { type: 'stop_engine', isSupported: true, isAllowed: true, isAnswered: true } as const
    expect(lockOf({ ...option, ...some }, { hasDevice, isClaimed: false })).toBe(lock)
  })

  it('excludes restricted commands while two connections claim the device; stop engine explains it in its dialog', () => {
    const options = someOptions({ isClaimed: true }, { lock_doors: { isAllowed: false } })
    expect(locksOf(commandTypes, options)).toEqual([
      {
        lock: 'claimed',
        types: [
          'update_apn',
          'update_server',
          'resume_engine',
          'unlock_doors',
          'factory_reset',
          'firmware_update',
        ],
      },
      { lock: 'level', types: ['lock_doors'] },
    ])
  })

  it('shows each reason once per group', () => {
    const options = someOptions(
      {},
      {
        stop_engine: { isAllowed: false },
        resume_engine: { isAllowed: false },
        lock_doors: { isSupported: false },
      },
    )
    expect(locksOf(['stop_engine', 'resume_engine', 'lock_doors', 'unlock_doors'], options)).toEqual([
      { lock: 'level', types: ['stop_engine', 'resume_engine'] },
      { lock: 'unsupported', types: ['lock_doors'] },
    ])
  })
})

describe('the state of a command', () => {
  it('counts down only while it is queued', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    const expiresAt = '2026-11-21T12:01:32Z'
    expect(secondsLeft({ status: 'queued', expiresAt }, now)).toBe(92)
    expect(secondsLeft({ status: 'queued', expiresAt }, now + 200_000)).toBe(0)
    expect(commandStatuses.filter((status) => secondsLeft({ status, expiresAt }, now) !== null)).toEqual([
      'queued',
    ])
  })

  it.each([
    [{ status: 'failed', errorMessage: 'delivery_unknown' }, 'commands.error.delivery_unknown'],
    [{ status: 'expired', errorMessage: null }, 'commands.outcome.expired'],
    [{ status: 'sent', errorMessage: null }, 'commands.outcome.sent'],
    [{ status: 'delivered', errorMessage: null }, null],
  ] as const)('%j is shown as %s', (command, key) => {
    expect(outcomeOf(someCommand(command))).toBe(key)
  })

  it.each([
    [{ status: 'queued', canCancel: true }, null],
    [{ status: 'queued', canCancel: false }, 'problems.command_level'],
    [{ status: 'sending', canCancel: false }, 'problems.command_already_sent'],
    [{ status: 'sent', canCancel: false }, 'problems.command_already_sent'],
    [{ status: 'expired', canCancel: false }, 'commands.cannotCancel.settled'],
  ] as const)('%j may be cancelled unless %s', (command, lock) => {
    expect(cancelLockOf(someCommand(command))).toBe(lock)
  })
})

describe('stopping an engine', () => {
  it.each([
    [null, 20, null],
    [null, 20.5, 'vehicle_too_fast'],
    [null, null, null],
    [null, undefined, null],
    ['vehicle_too_fast', 5, 'vehicle_too_fast'],
    ['no_recent_fix', 50, 'no_recent_fix'],
    ['device_claimed', 50, 'device_claimed'],
  ] as const)('the server says %s and the stream %s: %s', (obstacle, speedKmh, now) => {
    expect(stopObstacleNow({ obstacle }, speedKmh)).toBe(now)
  })

  it('is confirmed by the number, whatever its letter case', () => {
    expect(isConfirmed(' taxi-104 ', 'TAXI-104')).toBe(true)
    expect(isConfirmed('104', 'TAXI-104')).toBe(false)
    expect(isConfirmed('', 'TAXI-104')).toBe(false)
  })
})

describe('the dialog of a command', () => {
  it.each([
    ['set_speed_limit', {}, { speedKmh: 'fields.required' }],
    ['set_speed_limit', { speedKmh: '0' }, { speedKmh: 'commands.valid.speedKmh' }],
    ['set_speed_limit', { speedKmh: '80.5' }, { speedKmh: 'commands.valid.speedKmh' }],
    ['set_speed_limit', { speedKmh: '255' }, {}],
    ['update_apn', { user: 'x' }, { apn: 'fields.required' }],
    ['update_apn', { apn: 'internet itelcel' }, { apn: 'fields.apn_letters' }],
    ['update_apn', { apn: 'internet.itelcel.com' }, {}],
    ['update_server', { host: 'gps.example.com', port: '65536' }, { port: 'commands.valid.port' }],
    ['update_server', { host: '-a', port: '5023' }, { host: 'fields.host_letters' }],
    ['firmware_update', { url: 'gps.example.com/f.bin' }, { url: 'commands.valid.url' }],
    ['status_query', { url: 'not asked for' }, {}],
  ] as const)('%s with %j: %j', (type, parameters, errors) => {
    expect(checkCommand(type, draftWith(parameters))).toEqual(errors)
  })

  it("requires the type's parameters and marks optional ones", () => {
    expect(fieldsOf('update_apn')).toEqual([
      { name: 'apn', isRequired: true },
      { name: 'user', isRequired: false },
      { name: 'password', isRequired: false },
    ])
    expect(fieldsOf('stop_engine')).toEqual([])
  })

  it('creates a body the contract accepts: numbers as numbers, without empty fields or those of other types', () => {
    const body = commandBodyOf(vehicleId, 'update_server', {
      ...draftWith({ host: ' gps.example.com ', port: '5023', apn: 'internet' }),
      reason: ' ',
    })
    expect(body.parameters).toEqual({ host: 'gps.example.com', port: 5023 })
    expect(body.reason).toBeNull()
    expect(sendCommand.body?.safeParse(body).success).toBe(true)
  })

  it('shows a refusal at its field', () => {
    expect(
      commandErrorsOf([
        { path: 'body.parameters.apn', code: 'apn_letters' },
        { path: 'body.reason', code: 'reason_missing' },
      ]),
    ).toEqual({ apn: 'fields.apn_letters', reason: 'fields.reason_missing' })
  })
})
