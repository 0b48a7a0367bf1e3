import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { foldModelName } from './model-name.ts'
import { deviceModels, findModel, type ServerSetting, unfitSetting } from './models.ts'

const setting: ServerSetting = {
  host: 'gps.example.mx',
  port: 25_023,
  apn: 'internet.itelcel.com',
  apnUser: 'webgprs',
  apnPassword: 'webgprs2002',
  intervalSeconds: 30,
  deviceIdentifier: '861000000000018',
}
const configured = deviceModels.filter(({ hint }) => hint === undefined)

describe('tracker models', () => {
  it('are each one of a kind', () => {
    const names = deviceModels.map(({ model }) => foldModelName(model))
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    expect(names).not.toContain('')
  })

  it.each(deviceModels.map((model) => [model.model, model] as const))(
    '%s is named on the page of its protocol, with its port',
    (name, { protocol }) => {
      const page = readFileSync(new URL(`../../docs/protocols/${protocol}.md`, import.meta.url), 'utf8')
      expect(page).toMatch(new RegExp(`\\b${name}\\b`))
      expect(page).toContain(`RUMBO_GATEWAY_${protocol.toUpperCase()}_PORT`)
    },
  )

  it('are found however the name is written', () => {
    for (const model of deviceModels) {
      expect(findModel(` ${model.model.toLowerCase()} `)).toBe(model)
      expect(findModel(`${model.maker} ${model.model}`)).toBe(model)
    }
    expect(findModel('gt-06n')?.model).toBe('GT06N')
    expect(findModel('Nokia 3310')).toBeNull()
    expect(findModel('')).toBeNull()
  })

  it.each(configured.map((model) => [model.model, model] as const))(
    '%s gets host and port',
    (_name, model) => {
      for (const host of ['gps.example.mx', '203.0.113.7']) {
        const steps = model.smsSteps({ ...setting, host })
        const text = steps.join('\n')
        expect(text).toContain(host)
        expect(text).toContain(String(setting.port))
        for (const step of steps) {
          expect(step).toMatch(/^[\x20-\x7e]{1,160}$/)
          expect(step).not.toMatch(/undefined|null|NaN|\[object/)
        }
      }
    },
  )

  it.each(configured.map((model) => [model.model, model] as const))(
    '%s takes its APN with and without a user, and a password',
    (_name, model) => {
      const plain = { ...setting, apnUser: '', apnPassword: '' }
      expect(model.smsSteps(setting).join('\n')).toContain(setting.apn)
      expect(model.smsSteps(plain).join('\n')).toContain(setting.apn)
      for (const step of model.smsSteps({ ...plain, devicePassword: '777777', apn: '' }))
        expect(step).not.toMatch(/undefined|null|NaN/)
    },
  )

  it('take no value that would begin another message', () => {
    const texts = [',', ';', '#', '*', '$', ' ', '\r', '\n', '(', ')', '\0', '"', '+', 'ñ'].map(
      (one) => `a${one}b`,
    )
    const names = ['host', 'apn', 'apnUser', 'apnPassword', 'devicePassword', 'deviceIdentifier'] as const
    for (const name of names)
      for (const text of texts) {
        const wrong = { ...setting, [name]: text }
        expect(unfitSetting(wrong)).toBe(name)
        for (const model of configured) expect(() => model.smsSteps(wrong)).toThrow(RangeError)
      }
    for (const port of [0, 65_536, 1.5, Number.NaN]) expect(unfitSetting({ ...setting, port })).toBe('port')
    for (const intervalSeconds of [0, -1, 1e9])
      expect(unfitSetting({ ...setting, intervalSeconds })).toBe('intervalSeconds')
    expect(unfitSetting(setting)).toBeNull()
  })

  it('in a phone are set there', () => {
    for (const model of deviceModels.filter(({ hint }) => hint === 'phone_app'))
      expect(model.smsSteps({ ...setting, deviceIdentifier: 'phone 1' })).toEqual([])
  })
})
