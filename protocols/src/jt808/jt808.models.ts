import type { DeviceModel } from '../device-model.ts'

/** Makers differ in their texts; these are set with the maker's own program or by cable. */
export const jt808Models: readonly DeviceModel[] = [
  { maker: 'Jimi', model: 'JC400' },
  { maker: 'Jimi', model: 'JC261' },
  { maker: 'Jimi', model: 'JC450' },
  { maker: 'AOVX', model: 'VL300' },
  { maker: 'AOVX', model: 'GL100' },
  { maker: 'AOVX', model: 'AL300' },
].map((each) => ({ ...each, protocol: 'jt808', hint: 'vendor_tool', smsSteps: () => [] }))
