import { problemCodes } from '@rumbo/contract/problems.contract'
import { describe, expect, it } from 'vitest'
import {
  chooseLanguage,
  formatAge,
  formatClock,
  formatDate,
  formatNumber,
  formatTimeZone,
  resources,
  translate,
} from './index.ts'

/** Words that are the same in both languages: names, and terms operators use in both. */
const sameInBoth = new Set([
  'audit.entity.webhook',
  'monitoring.deliveries.channel.webhook',
  'webhooks.title',
  'troubleCodes.part.radio',
  'readings.name.adBluePercent',
  'readings.name.vin',
  'history.reading.no',
  'readings.name.hdop',
  'readings.name.pdop',
  'readings.name.firmware',
  'billing.extras',
  'companies.feature.radar',
  'companies.no',
  'dispatch.mode.manual',
  'devices.messages.length_one',
  'devices.messages.length_many',
  'devices.messages.length_other',
  'identity.status.locked',
  'map.popup.heading',
  'companies.field.taxId',
  'organisation.tier.enterprise',
  'organisation.tier.professional',
  'organisation.tier.starter',
  'screens.title.radar',
  'services.type.taxi',
  'audit.field.extras',
  'charges.line.extra',
  'charges.line.total',
  'services.field.extras',
  'audit.value.taxi',
  'tracking.color.beige',
  'tracking.link.sms',
  'tracking.link.whatsapp',
  'tracking.receipt.total',
  'shell.language.en',
  'shell.language.es',
  'shell.menu.radar',
  'ui.toasts.error',
  'vehicleForm.colour.beige',
  'vehicles.countOf',
  'vehicles.field.imei',
  'vehicles.field.vin',
  'account.avatar.title',
  'account.channels.name.webhook',
  'tree.no',
  'audit.system',
  'audit.field.avatarType',
  'audit.field.vin',
  'audit.field.imei',
  'audit.field.taxId',
  'audit.value.false',
  'monitoring.deliveries.channel.sms',
  'vehicleForm.fuel.diesel',
  'vehicles.type.pickup',
  'vehicles.type.suv',
  'vehicles.type.van',
  'geofences.export.geojson',
  'geofences.export.kml',
  'geofences.template.base',
  'grid.action.radar',
  'vehicleForm.dayShort.6',
  'notifications.priority.normal',
  'notifications.type.error',
  'notificationRules.tab.webhooks',
  'notifications.method.sms',
  'notifications.method.push',
  'notifications.method.webhook',
])

/** Figures and units, which no language translates. */
const hasNoWords = (text: string) =>
  /^[^\p{L}]*((min|km|kg|kB|MB|GB|h|d|m|s|x)\b[^\p{L}]*)*$/u.test(text.replace(/\{\{\w+\}\}/g, ' '))

const placeholders = (text: string): string[] => (text.match(/\{\{\w+\}\}/g) ?? []).sort()

describe('Spanish and English', () => {
  const { es, en } = resources

  it('have the same keys', () => {
    expect(Object.keys(en).sort()).toEqual(Object.keys(es).sort())
  })

  it('have no empty text and no exclamation mark', () => {
    for (const texts of [es, en]) {
      for (const [key, text] of Object.entries(texts)) {
        expect(text.trim(), key).not.toBe('')
        expect(text.replace('!@#$%^&*', ''), key).not.toMatch(/[!¡]/)
      }
    }
  })

  it('have the same placeholders in each text', () => {
    for (const [key, text] of Object.entries(es)) {
      expect(placeholders(en[key] ?? ''), key).toEqual(placeholders(text))
    }
  })

  it('differ, except where the word is the same in both', () => {
    const equal = Object.keys(es).filter(
      (key) => es[key] === en[key] && !sameInBoth.has(key) && !hasNoWords(en[key] ?? ''),
    )
    expect(equal).toEqual([])
  })

  it('word every problem code', () => {
    for (const code of problemCodes) {
      expect(es[`problems.${code}`], code).toBeTruthy()
      expect(en[`problems.${code}`], code).toBeTruthy()
    }
  })
})

describe('the saved language', () => {
  it.each([
    ['es', 'es'],
    ['en', 'en'],
    ['EN', 'es'],
    ['fr', 'es'],
    ['', 'es'],
    [null, 'es'],
    ['es-MX', 'es'],
  ] as const)('%j gives %s', (saved, expected) => {
    expect(chooseLanguage(saved)).toBe(expected)
  })
})

describe('translate', () => {
  it('fills placeholders', () => {
    expect(translate('es', 'services.done.created', { number: 20431 })).toBe('Servicio 20431 creado')
    expect(translate('en', 'services.done.created', { number: 20431 })).toBe('Service 20431 created')
  })

  it('chooses the plural form by the count, also beyond a million in Spanish', () => {
    expect(translate('es', 'tree.count.vehicles', { count: 1 })).toBe('1 unidad')
    expect(translate('es', 'tree.count.vehicles', { count: 2 })).toBe('2 unidades')
    expect(translate('es', 'tree.count.vehicles', { count: 1_000_000 })).toBe('1000000 unidades')
    expect(translate('en', 'tree.count.vehicles', { count: 0 })).toBe('0 vehicles')
  })

  it('does not read values as placeholders again', () => {
    expect(translate('en', 'services.done.created', { number: '{{count}}' })).toBe(
      'Service {{count}} created',
    )
  })
})

describe('formats', () => {
  it('formats an age in each language', () => {
    expect(formatAge('es', 4.9)).toBe('hace 4 s')
    expect(formatAge('en', 4)).toBe('4 s ago')
    expect(formatAge('es', 14 * 60)).toBe('hace 14 min')
    expect(formatAge('en', 3 * 3600 + 5)).toBe('3 h ago')
    expect(formatAge('es', 50 * 3600)).toBe('hace 2 d')
    expect(formatAge('es', -3)).toBe('hace 0 s')
  })

  it('formats a duration as minutes and seconds, with hours if needed', () => {
    expect(formatClock(372)).toBe('6:12')
    expect(formatClock(9)).toBe('0:09')
    expect(formatClock(3661)).toBe('1:01:01')
  })

  it('formats dates on a 24 h clock in the given zone', () => {
    const moment = '2026-11-21T20:05:00.000Z'
    expect(formatDate('es', moment, { timeZone: 'America/Mexico_City' })).toBe('21/11/2026 14:05')
    expect(formatDate('en', moment, { timeZone: 'America/Mexico_City' })).toBe('21/11/2026 14:05')
    expect(
      formatDate('es', '2026-11-21T06:05:00.000Z', { show: 'time', timeZone: 'America/Mexico_City' }),
    ).toBe('00:05')
  })

  it('gives the common name of a time zone, also where the browser knows its city in English only', () => {
    expect(formatTimeZone('es', 'America/Mexico_City')).toBe('hora de la Ciudad de México')
    expect(formatTimeZone('es', 'America/Cancun')).toBe('hora de Cancún')
    expect(formatTimeZone('en', 'America/Mexico_City')).toBe('Mexico City time')
    expect(formatTimeZone('es', 'America/Hermosillo')).toContain('Hermosillo')
  })

  it('groups numbers', () => {
    expect(formatNumber('en', 12345.67, 1)).toBe('12,345.7')
    expect(formatNumber('es', 12345)).toBe('12,345')
  })
})
