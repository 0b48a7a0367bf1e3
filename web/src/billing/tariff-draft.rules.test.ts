import { describe, expect, it } from 'vitest'
import { someTariff } from './billing.factory.ts'
import { checkRates, draftOfRates, emptyRates, newSurcharge, nextId, ratesOf } from './tariff-draft.rules.ts'

describe('the draft of rates', () => {
  it('gives back the rates it was made from', () => {
    const { rates } = someTariff()
    const amounts = (value: string) => Number(value)
    const again = ratesOf(draftOfRates(rates))
    expect(again.surcharges).toEqual(rates.surcharges)
    expect(again.extras).toEqual(rates.extras)
    expect([again.base, again.perKm, again.roundTo].map(amounts)).toEqual([30, 10, 0])
  })

  it('reads an empty field as zero and a decimal comma', () => {
    const rates = ratesOf({ ...emptyRates(), base: '12,50', includedKm: '1,5' })
    expect(rates).toMatchObject({ base: '12.50', perKm: '0', includedMetres: 1_500 })
  })

  it('names every field that is wrong', () => {
    const errors = checkRates(
      {
        ...emptyRates(),
        base: '-1',
        perKm: '1.234',
        includedMinutes: '1.5',
        freeWaitingMinutes: '241',
        surcharges: [
          { ...newSurcharge(), windows: [] },
          { ...newSurcharge(), name: 'Nocturna', percent: '501' },
          { ...newSurcharge(), name: 'Festivo', kind: 'amount', when: 'holidays', windows: [] },
        ],
        extras: [{ id: nextId(), key: null, name: ' ', amount: 'x' }],
        zoneFares: [{ id: nextId(), fromZoneId: '', toZoneId: 'z1', amount: '', isBothWays: true }],
      },
      'MXN',
    )
    expect(errors).toEqual({
      base: 'services.valid.amount',
      perKm: 'services.valid.amount',
      includedMinutes: 'billing.valid.number',
      freeWaitingMinutes: 'billing.valid.number',
      'surcharges.0.name': 'fields.required',
      'surcharges.0.percent': 'fields.required',
      'surcharges.0.windows': 'billing.valid.windows',
      'surcharges.1.percent': 'billing.valid.number',
      'surcharges.2.amount': 'fields.required',
      'extras.0.name': 'fields.required',
      'extras.0.amount': 'services.valid.amount',
      'zoneFares.0.from': 'fields.required',
      'zoneFares.0.amount': 'fields.required',
    })
  })

  it('refuses decimals that the currency does not have', () => {
    expect(checkRates({ ...emptyRates(), base: '10.5' }, 'JPY')).toEqual({ base: 'services.valid.amount' })
    expect(checkRates({ ...emptyRates(), base: '10.555' }, 'KWD')).toEqual({})
  })

  it('gives new extras keys of their own, and keeps those of known ones', () => {
    const extra = (key: string | null, name: string) => ({ id: nextId(), key, name, amount: '5' })
    const { extras } = ratesOf({
      ...emptyRates(),
      extras: [
        extra('equipaje', 'Maletas'),
        extra(null, 'Equipaje'),
        extra(null, 'Silla de bebé'),
        extra(null, '¡!'),
      ],
    })
    expect(extras.map(({ key }) => key)).toEqual(['equipaje', 'equipaje-2', 'silla-de-bebe', 'extra'])
  })
})
