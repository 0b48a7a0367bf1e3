import { useMemo } from 'react'
import type { Covered } from '../map/map-model.ts'

const panelPixels = 332
const toolsPixels = 52
const chipsPixels = { wide: 84, narrow: 48 }

/**
 * The parts of the map covered by list, tools and chips. On a phone the chips are one row, and the list below is
 * measured.
 */
export const useMapCover = (isNarrow: boolean, isFolded: boolean, bottomHeight: number): Covered =>
  useMemo(
    () => ({
      leftPixels: isNarrow || isFolded ? 0 : panelPixels,
      rightPixels: isNarrow ? 0 : toolsPixels,
      topPixels: isNarrow ? chipsPixels.narrow : chipsPixels.wide,
      bottomPixels: isNarrow ? bottomHeight + 8 : 0,
    }),
    [isNarrow, isFolded, bottomHeight],
  )
