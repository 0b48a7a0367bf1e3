import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import DialogContentText from '@mui/material/DialogContentText'
import FormControlLabel from '@mui/material/FormControlLabel'
import { readingOf } from '@rumbo/contract/telemetry.readings.rules'
import { useId, useState } from 'react'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { ReadingItems } from './ReadingItems.tsx'
import { bySection, describedAs, readingLabel, toggled } from './readings.rules.ts'
import { useLatestReadings } from './use-readings.ts'

interface ReadingChoiceDialogProps {
  vehicleId: string
  title: string
  text: string
  submitLabel: string
  /** Names chosen before, kept although this vehicle may not send them. */
  chosen: readonly string[]
  limit: number
  /** Only readings with a history. */
  hasHistory?: boolean
  /** At least one is needed. */
  isRequired?: boolean
  onSave: (names: readonly string[]) => void
  onClose: () => void
}

/** Chooses some of the readings a vehicle sends. Mount it to open it. */
export function ReadingChoiceDialog(props: ReadingChoiceDialogProps) {
  const { vehicleId, title, text, submitLabel, chosen, limit, hasHistory = false, isRequired = false } = props
  const { t } = useText()
  const limitId = useId()
  const [names, setNames] = useState(chosen)
  const [error, setError] = useState<string | null>(null)
  const read = useLatestReadings(vehicleId)
  const sent = read.data?.items.filter(({ name }) => !hasHistory || readingOf(name).hasHistory)
  const known = new Set(sent?.map(({ name }) => name))
  const choices = sent && [...sent, ...chosen.filter((name) => !known.has(name)).map(describedAs)]
  const isFull = names.length >= limit
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isBusy={false}
      isChanged={names.join() !== chosen.join()}
      error={error}
      onSubmit={(event) => {
        event.preventDefault()
        if (isRequired && names.length === 0) {
          setError(t('readings.choice.required'))
          return
        }
        props.onSave(names)
        props.onClose()
      }}
      onClose={props.onClose}
    >
      <DialogContentText sx={{ color: token('textSoft') }}>{text}</DialogContentText>
      <Box
        id={limitId}
        role="status"
        sx={{
          position: 'sticky',
          // Over the padding of the dialog, which the boxes below use.
          top: '-8px',
          mx: '-20px',
          px: '20px',
          py: '4px',
          zIndex: 1,
          backgroundColor: token('raised'),
          typography: 'body2',
          color: token('textSoft'),
        }}
      >
        {t('readings.choice.count', { shown: names.length, total: limit })}
      </Box>
      <ReadingItems read={read} items={choices}>
        {(shown) =>
          bySection(shown).map(({ section, items }) => (
            <Box component="fieldset" key={section} sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
              <Box component="legend" sx={{ typography: 'subtitle2', color: token('textSoft'), p: 0 }}>
                {t(`readings.section.${section}`)}
              </Box>
              {items.map((reading) => (
                <FormControlLabel
                  key={reading.name}
                  sx={{ display: 'flex', mr: 0 }}
                  label={readingLabel(t, reading)}
                  control={
                    <Checkbox
                      checked={names.includes(reading.name)}
                      disabled={isFull && !names.includes(reading.name)}
                      slotProps={{ input: { 'aria-describedby': limitId } }}
                      onChange={() => {
                        setError(null)
                        setNames(toggled(names, reading.name, limit))
                      }}
                    />
                  }
                />
              ))}
            </Box>
          ))
        }
      </ReadingItems>
    </FormDialog>
  )
}
