import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useText } from '../ui/i18n.tsx'
import { EmptyState } from '../ui/states.tsx'
import { moveBetweenRows } from '../ui/table/table-parts.tsx'
import { RadarRow } from './RadarRow.tsx'
import { RadarTable } from './RadarTable.tsx'
import { isOutOfReach, type Reach, type RadarRow as Row } from './radar.rules.ts'

interface RadarListProps {
  rows: readonly Row[]
  reach: Reach
  maxMinutes: number | null
  isTable: boolean
  /** The minutes belong to the previous place of the target: shown dimmed. */
  areFormer: boolean
  chosenId: string | null
  onChoose: (vehicleId: string | null) => void
  onCentre: (vehicleId: string) => void
}

/** Vehicles within reach, earliest arrival first, as a list or as a table. */
export function RadarList({
  rows,
  reach,
  maxMinutes,
  isTable,
  areFormer,
  chosenId,
  onChoose,
  onCentre,
}: RadarListProps) {
  const { t } = useText()
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    if (chosenId !== null)
      list.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])
  if (isTable)
    return (
      <RadarTable
        rows={rows}
        reach={reach}
        maxMinutes={maxMinutes}
        areFormer={areFormer}
        label={t('radar.list')}
        onCentre={onCentre}
      />
    )
  const move = (event: KeyboardEvent<HTMLElement>) => {
    moveBetweenRows(event)
    // Also at the last row: within the list arrow keys do not move the target.
    if (event.key.startsWith('Arrow')) event.preventDefault()
  }
  return (
    <Box
      component="ol"
      ref={list}
      aria-label={t('radar.list')}
      onKeyDown={move}
      sx={{ listStyle: 'none', m: 0, p: 0 }}
    >
      {rows.map((row, at) => (
        <RadarRow
          key={row.vehicle.id}
          row={row}
          place={at + 1}
          isFormer={areFormer}
          isChosen={row.vehicle.id === chosenId}
          isOutOfReach={isOutOfReach(row, reach, maxMinutes)}
          onChoose={onChoose}
          onCentre={onCentre}
        />
      ))}
    </Box>
  )
}

interface NobodyProps {
  /** The number of vehicles hidden by filters. */
  filteredOut: number
  canLookFurther: boolean
  onFurther: () => void
  onAllKinds: () => void
}

/** Shown if nobody is within reach, because of the filters or because nobody is near. */
export function Nobody({ filteredOut, canLookFurther, onFurther, onAllKinds }: NobodyProps) {
  const { t } = useText()
  return (
    <EmptyState
      title={t('radar.nobody')}
      text={filteredOut > 0 ? t('radar.nobody.filtered', { count: filteredOut }) : undefined}
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '8px' }}>
          {filteredOut > 0 && (
            <Button variant="outlined" onClick={onAllKinds}>
              {t('radar.filters.remove')}
            </Button>
          )}
          {canLookFurther && (
            <Button variant="outlined" onClick={onFurther}>
              {t('radar.lookFurther')}
            </Button>
          )}
        </Box>
      }
    />
  )
}
