import type { GpsCommand } from '@rumbo/contract/commands.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { deviceOnboarding } from '@rumbo/contract/telemetry.contract'
import { testSecret } from '@rumbo/tools/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { settleSecret } from '../identity/index.ts'
import { devicePasswordSeal, findDevicePasswords, sealedDevicePasswords } from '../vehicles/index.ts'
import { commitAnswers } from './index.ts'
import { useDeliveryHarness } from './testing/delivery.harness.ts'
import { type GatewayNode, passwords } from './testing/gateway-node.testing.ts'

const at = useDeliveryHarness({ name: 'device-password', firstImei: 868_400_000_000_001 })
const password = 'Clave2026'
let node: GatewayNode
beforeEach(async () => {
  node = await at.addNode()
  await at.test.build((tx) =>
    tx.sql("update vehicles.vehicles set gps_model = 'GT06' where id = $1", [at.vehicle.id]),
  )
})

const save = (given: unknown) =>
  at.admin('PUT', `/vehicles/${at.vehicle.id}/device/password`, { body: { password: given } })
const hasPassword = async () =>
  (await at.admin<OutputOf<typeof deviceOnboarding>>('GET', `/vehicles/${at.vehicle.id}/device`)).body
    .hasPassword
const sealed = () =>
  at.test.build(async (tx) => (await findDevicePasswords(tx, [at.vehicle.imei])).get(at.vehicle.imei))

/** The text of an engine command, as the tracker receives it, and the command as people read it. */
async function resumed(): Promise<{ text: string; command: GpsCommand }> {
  const tracker = await at.connected(node)
  await tracker.report(at.now())
  const body = { vehicleId: at.vehicle.id, type: 'resume_engine' }
  const { id } = (await at.admin<GpsCommand>('POST', '/commands', { body })).body
  await at.statusOf(id).toBe('sent')
  return { text: tracker.commands[0]?.text ?? '', command: await at.read(id) }
}

describe('the password of a device', () => {
  it('is written into its commands, and shown to nobody', async () => {
    expect(await hasPassword()).toBe(false)
    const saved = await save(password)
    expect([saved.status, saved.body]).toEqual([200, { hasPassword: true }])
    expect(await hasPassword()).toBe(true)
    const { text, command } = await resumed()
    expect(text).toBe(`HFYD,${password}#`)
    expect(command.payload).toBe('HFYD,••••••#')
    expect(JSON.stringify(command)).not.toContain(password)
    const kept = await at.test.build(async (tx) => [
      await tx.sql('select * from commands.commands where id = $1', [command.id]),
      await tx.sql('select * from platform.audit_entries where entity_id = $1', [at.vehicle.id]),
      await tx.sql('select * from vehicles.device_passwords where vehicle_id = $1', [at.vehicle.id]),
    ])
    expect(JSON.stringify(kept)).not.toContain(password)
    expect(kept[1]).toMatchObject([{ action: 'vehicle.device_password_set' }])
  })

  it('is masked where the device repeats it in its answer', async () => {
    await save(password)
    const { command } = await resumed()
    const answerKey = await at.test.build(
      async (tx) =>
        (
          await tx.sql<{ answer_key: string; connection: string }>(
            'select answer_key, connection from commands.commands where id = $1',
            [command.id],
          )
        )[0],
    )
    const answer = {
      ...{ key: answerKey?.answer_key ?? '', text: `HFYD,${password}=Success`, isRefused: false },
      ...{ isTrusted: true, connection: answerKey?.connection ?? '' },
    }
    const received = {
      ...{ vehicleId: at.vehicle.id, deviceIdentifier: at.vehicle.imei },
      ...{ receivedAt: at.now(), answer, isTrusted: true },
    }
    await at.test.build((tx) => commitAnswers(tx, [received], passwords))
    expect((await at.read(command.id)).responsePayload).toBe('HFYD,••••••=Success')
  })

  it('gives way to the maker’s after it was removed, and does not pass to another device', async () => {
    await save(password)
    expect((await save(null)).body).toEqual({ hasPassword: false })
    expect((await resumed()).text).toBe('HFYD,000000#')
    await save(password)
    await at.test.build((tx) =>
      tx.sql('update vehicles.vehicles set imei = $2 where id = $1', [at.vehicle.id, `${at.vehicle.imei}9`]),
    )
    expect(await hasPassword()).toBe(false)
  })

  it.each(['abc', 'a b c d', 'pass#word', 'x'.repeat(21), 'contraseña', ''])('is not %j', async (wrong) => {
    expect((await save(wrong)).status).toBe(422)
    expect(await hasPassword()).toBe(false)
  })

  it('fails the command where it cannot be decrypted, instead of sending the maker’s', async () => {
    await save(password)
    await at.test.build((tx) =>
      tx.sql('update vehicles.device_passwords set sealed = $2 where vehicle_id = $1', [
        at.vehicle.id,
        devicePasswordSeal('a secret of another installation, random').seal(password),
      ]),
    )
    const tracker = await at.connected(node)
    await tracker.report(at.now())
    const body = { vehicleId: at.vehicle.id, type: 'resume_engine' }
    const { id } = (await at.admin<GpsCommand>('POST', '/commands', { body })).body
    await at.statusOf(id).toBe('failed')
    expect(tracker.commands).toEqual([])
  })

  it('is encrypted anew when the secret of the installation changes, or not at all', async () => {
    // Of the other tests.
    await at.test.build((tx) => tx.sql('delete from vehicles.device_passwords'))
    await save(password)
    const before = await sealed()
    const next = 'the second secret of this installation, random'
    const change = () =>
      settleSecret(
        at.test.database,
        { secret: next, previous: testSecret },
        {
          ...sealedDevicePasswords,
          async reseal(tx, given) {
            await sealedDevicePasswords.reseal(tx, given)
            throw new Error('The process was stopped.')
          },
        },
      )
    // The secret of the test's database is recorded by the first start.
    await settleSecret(at.test.database, { secret: testSecret }, sealedDevicePasswords)
    await expect(change()).rejects.toThrow('stopped')
    expect(await sealed()).toBe(before)
    const given = { secret: next, previous: testSecret }
    expect(await settleSecret(at.test.database, given, sealedDevicePasswords)).toMatchObject({
      ...{ outcome: 'rotated', unreadableElsewhere: 0 },
    })
    expect(devicePasswordSeal(next).unseal((await sealed()) ?? '')).toBe(password)
    expect(() => devicePasswordSeal(testSecret).unseal('damaged')).toThrow()
  })
})
