/** Why a region could not be added, replaced or removed; worded by the texts of the domain `regions`. */
export const regionFailureCodes = [
  'region_not_extract',
  'region_compressed',
  'region_truncated',
  'region_unsorted',
  'region_unsupported',
  'region_broken',
  'region_too_large',
  'region_no_roads',
  'region_disk_full',
  'region_unwritable',
  'region_memory',
  'region_busy',
  'region_not_found',
  'region_name_invalid',
  'region_failed',
] as const
export type RegionFailureCode = (typeof regionFailureCodes)[number]

export const isRegionFailureCode = (code: string | null): code is RegionFailureCode =>
  regionFailureCodes.some((known) => known === code)
