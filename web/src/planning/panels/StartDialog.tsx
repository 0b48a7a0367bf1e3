import { useState } from 'react'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { TimeField } from '../../ui/fields/date-fields.tsx'
import { useText } from '../../ui/i18n.tsx'

interface StartDialogProps {
  vehicle: string
  /** A time of day, HH:MM. */
  first: string
  onSubmit: (time: string) => void
  onClose: () => void
}

/** When a route leaves, whatever its stops allow. */
export function StartDialog({ vehicle, first, onSubmit, onClose }: StartDialogProps) {
  const { t } = useText()
  const [time, setTime] = useState<string | null>(first)
  const [isAsked, setAsked] = useState(false)
  return (
    <FormDialog
      title={t('planPanels.route.startTitle', { vehicle })}
      submitLabel={t('ui.save')}
      isBusy={false}
      isChanged={time !== first}
      onSubmit={(event) => {
        event.preventDefault()
        if (time === null) setAsked(true)
        else onSubmit(time)
      }}
      onClose={onClose}
    >
      <TimeField
        label={t('planPanels.route.startTime')}
        value={time}
        onChange={setTime}
        error={isAsked && time === null ? t('planPanels.route.startMissing') : undefined}
      />
    </FormDialog>
  )
}
