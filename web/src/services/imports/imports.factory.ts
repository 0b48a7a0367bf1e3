import type { ImportReview } from '@rumbo/contract/services.imports.contract'

/** A row that waits for a decision about its pickup; its destination is sure. */
export const someReview = (given: Partial<ImportReview> = {}): ImportReview => ({
  id: '01930000-0000-7000-8000-00000000a001',
  companyId: 'c1',
  fleetId: 'f1',
  row: 7,
  reference: 'P-7',
  serviceType: 'taxi',
  customerName: 'Luz Mora',
  customerPhone: '55 5555 0101',
  dispatchTime: '2099-03-25T20:30:00.000Z',
  stops: [
    {
      stopType: 'pickup',
      address: 'Hamburgo 10 int. 3',
      latitude: null,
      longitude: null,
      doubt: 'address_ambiguous',
      candidates: [
        {
          name: 'Hamburgo 10',
          detail: 'Juárez',
          latitude: 19.43,
          longitude: -99.16,
          kind: 'address',
          precision: 'exact',
        },
        {
          name: 'Hamburgo 10',
          detail: 'Toluca',
          latitude: 19.29,
          longitude: -99.65,
          kind: 'address',
          precision: 'exact',
        },
      ],
    },
    {
      stopType: 'drop',
      address: 'Paseo de la Reforma 222',
      latitude: 19.4286,
      longitude: -99.1617,
      doubt: null,
      candidates: [],
    },
  ],
  createdAt: '2026-03-02T15:00:00.000Z',
  createdBy: 'Ana Guerrero',
  ...given,
})
