import TuneRounded from '@mui/icons-material/TuneRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { ReadingValue } from './ReadingValue.tsx'
import { describedAs, readingLabel } from './readings.rules.ts'
import { mapReadingLimit } from './use-map-readings.ts'
import { useLatestReadings } from './use-readings.ts'

const ReadingChoiceDialog = lazyDialog(() =>
  import('./ReadingChoiceDialog.tsx').then((file) => file.ReadingChoiceDialog),
)

interface ChosenReadingsProps {
  vehicleId: string
  /** See `useMapReadings`. */
  names: readonly string[]
}

/** The readings of a vehicle that the user chose for the map; nothing while none are chosen. */
export function ChosenReadings({ vehicleId, names }: ChosenReadingsProps) {
  const { t } = useText()
  const read = useLatestReadings(vehicleId, { enabled: names.length > 0, isLive: true })
  if (names.length === 0) return null
  const latest = new Map(read.data?.items.map((reading) => [reading.name, reading]))
  return (
    <Box
      component="dl"
      aria-label={t('readings.title')}
      sx={{ m: 0, borderTop: `1px solid ${token('line')}`, py: '8px', typography: 'body2' }}
    >
      {names.map((name) => {
        const reading = latest.get(name)
        return (
          <Box key={name} sx={{ display: 'flex', alignItems: 'baseline', gap: '10px', py: '2px' }}>
            <Box
              component="dt"
              sx={{ color: token('textSoft'), flex: '1 0 36%', minWidth: 0, overflowWrap: 'anywhere' }}
            >
              {readingLabel(t, reading ?? describedAs(name))}
            </Box>
            <Box component="dd" sx={{ m: 0, textAlign: 'right', minWidth: 0 }}>
              {reading === undefined ? (
                <Box component="span" sx={{ color: token('textFaint') }}>
                  {read.isPending ? '…' : t(read.isError ? 'readings.error.latest' : 'map.popup.noData')}
                </Box>
              ) : (
                <ReadingValue reading={reading} />
              )}
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}

interface ChooseReadingsProps extends ChosenReadingsProps {
  onChoose: (names: readonly string[]) => void
}

/** The button that chooses the readings for the map among those of a vehicle. */
export function ChooseReadings({ vehicleId, names, onChoose }: ChooseReadingsProps) {
  const { t } = useText()
  const [isChoosing, setChoosing] = useState(false)
  const label = t('readings.map.choose')
  return (
    <>
      <IconButton
        size="small"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        onClick={() => setChoosing(true)}
      >
        <TuneRounded fontSize="small" />
      </IconButton>
      {isChoosing && (
        <ReadingChoiceDialog
          vehicleId={vehicleId}
          title={t('readings.map.title')}
          text={t('readings.map.text', { count: mapReadingLimit })}
          submitLabel={t('ui.save')}
          chosen={names}
          limit={mapReadingLimit}
          onSave={onChoose}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}
