import type { OutputOf } from '@rumbo/contract/endpoint'
import type { deviceOnboarding } from '@rumbo/contract/telemetry.contract'
import type { UnknownDevice } from '@rumbo/contract/telemetry.devices.contract'

/** A device without a vehicle, for tests: GT06, connected, with a position in the city centre. */
export function someUnknownDevice(some: Partial<UnknownDevice> = {}): UnknownDevice {
  return {
    identifier: '866551234567890',
    protocol: 'gt06',
    address: '189.203.10.4:40112',
    reports: 12,
    firstSeenAt: '2026-03-02T14:00:00.000Z',
    lastSeenAt: '2026-03-02T15:00:00.000Z',
    isConnected: true,
    lastFix: { time: '2026-03-02T15:00:00.000Z', latitude: 19.43261, longitude: -99.13321 },
    expectedBy: null,
    ...some,
  }
}

export type Onboarding = OutputOf<typeof deviceOnboarding>

/** The onboarding answer for a GT06 tracker that has never reported, for tests. */
export function someOnboarding({
  contact,
  ...some
}: Partial<Omit<Onboarding, 'contact'>> & {
  contact?: Partial<Onboarding['contact']>
} = {}): Onboarding {
  return {
    identifier: '866551234567890',
    simNumber: '+52 55 1234 5678',
    model: 'GT06N',
    protocol: 'gt06',
    server: { host: 'gps.example.mx', isPublic: true, port: 5023, transports: ['tcp'] },
    smsSteps: ['APN,internet#', 'SERVER,1,gps.example.mx,5023,0#'],
    hint: null,
    hasSecret: false,
    hasPassword: false,
    ...some,
    contact: {
      isConnected: false,
      protocol: null,
      address: null,
      lastReportAt: null,
      lastFixAt: null,
      refused: {},
      ...contact,
    },
  }
}
