import TuneRounded from '@mui/icons-material/TuneRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useSession } from '../../app/client-context.tsx'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { ReadingValue } from './ReadingValue.tsx'
import { describedAs, readingLabel } from './readings.rules.ts'
import { mapReadingLimit, useMapReadings } from './use-map-readings.ts'
import { useLatestReadings } from './use-readings.ts'

const ReadingChoiceDialog = lazyDialog(() =>
  import('./ReadingChoiceDialog.tsx').then((file) => file.ReadingChoiceDialog),
)

/** The readings of a vehicle that the user chose for the map, and the button to choose them. */
export function ChosenReadings({ vehicleId }: { vehicleId: string }) {
  const { t } = useText()
  const { user } = useSession()
  const [names, save] = useMapReadings(user?.id ?? '')
  const [isChoosing, setChoosing] = useState(false)
  const read = useLatestReadings(vehicleId, { enabled: names.length > 0, isLive: true })
  const latest = new Map(read.data?.items.map((reading) => [reading.name, reading]))
  return (
    <Box
      component="section"
      aria-label={t('readings.title')}
      sx={{ borderTop: `1px solid ${token('line')}`, py: '6px' }}
    >
      {names.length > 0 && (
        <Box component="dl" sx={{ m: 0, typography: 'body2' }}>
          {names.map((name) => {
            const reading = latest.get(name)
            return (
              <Box key={name} sx={{ display: 'flex', alignItems: 'baseline', gap: '10px', py: '2px' }}>
                <Box component="dt" sx={{ color: token('textSoft'), minWidth: 0, overflowWrap: 'anywhere' }}>
                  {readingLabel(t, reading ?? describedAs(name))}
                </Box>
                <Box component="dd" sx={{ m: 0, ml: 'auto', textAlign: 'right', minWidth: 0 }}>
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
      )}
      <Button
        size="small"
        startIcon={<TuneRounded />}
        aria-haspopup="dialog"
        onClick={() => setChoosing(true)}
        sx={{ ml: '-6px' }}
      >
        {t('readings.map.choose')}
      </Button>
      {isChoosing && (
        <ReadingChoiceDialog
          vehicleId={vehicleId}
          title={t('readings.map.title')}
          text={t('readings.map.text', { count: mapReadingLimit })}
          submitLabel={t('ui.save')}
          chosen={names}
          limit={mapReadingLimit}
          onSave={save}
          onClose={() => setChoosing(false)}
        />
      )}
    </Box>
  )
}
