import type { DeviceModel } from '../device-model.ts'

/** Apps are pointed here in their own settings, by address and identifier. */
export const osmandModels: readonly DeviceModel[] = [
  ['OsmAnd', 'OsmAnd'],
  ['Traccar', 'Traccar Client'],
  ['GPSLogger', 'GPSLogger'],
].map(([maker = '', model = '']) => ({
  maker,
  model,
  protocol: 'osmand',
  hint: 'phone_app',
  smsSteps: () => [],
}))
