import { useState } from 'react'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { TimeField } from '../../ui/fields/date-fields.tsx'
import { useText } from '../../ui/i18n.tsx'

interface StartDialogProps {
  vehicle: string
  /** A time of day, HH:MM. */
  first: string
  /** @returns why the route cannot leave at this time, if so */
  refuse: (time: string) => string | undefined
  onSubmit: (time: string) => void
  onClose: () => void
}

/** When a route leaves, whatever its stops allow. */
export function StartDialog({ vehicle, first, refuse, onSubmit, onClose }: StartDialogProps) {
  const { t } = useText()
  const [time, setTime] = useState<string | null>(first)
  const [isAsked, setAsked] = useState(false)
  const refusal = time === null ? t('planPanels.route.startMissing') : refuse(time)
  return (
    <FormDialog
      title={t('planPanels.route.startTitle', { vehicle })}
      submitLabel={t('ui.save')}
      isBusy={false}
      isChanged={time !== first}
      onSubmit={(event) => {
        event.preventDefault()
        if (time === null || refusal !== undefined) setAsked(true)
        else onSubmit(time)
      }}
      onClose={onClose}
    >
      <TimeField
        label={t('planPanels.route.startTime')}
        value={time}
        onChange={setTime}
        error={isAsked ? refusal : undefined}
      />
    </FormDialog>
  )
}
