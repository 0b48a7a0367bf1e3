import TextField from '@mui/material/TextField'
import {
  addDocument,
  type DocumentKind,
  type DriverDocument,
  documentKinds,
  updateDocument,
} from '@rumbo/contract/shifts.drivers.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { ProblemError } from '../app/data/problems.ts'
import { useChange } from '../app/data/use-data.ts'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { DateField } from '../ui/fields/date-fields.tsx'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'

interface DocumentDialogProps {
  driverId: string
  /** Null: a new one. */
  document: DriverDocument | null
  hasLicence: boolean
  onClose: () => void
}

/** Records a document of a driver, or changes one. Mount it to open it. */
export function DocumentDialog({ driverId, document, hasLicence, onClose }: DocumentDialogProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [kind, setKind] = useState<DocumentKind>(
    document?.kind ?? (hasLicence ? 'driver_permit' : 'driving_licence'),
  )
  const [title, setTitle] = useState(document?.title ?? '')
  const [number, setNumber] = useState(document?.number ?? '')
  const [licenceClass, setClass] = useState(document?.class ?? '')
  const [expiresOn, setExpires] = useState(document?.expiresOn ?? null)
  const [note, setNote] = useState(document?.note ?? '')
  const [version, setVersion] = useState(document?.version ?? 0)
  const [wasSent, setSent] = useState(false)
  const add = useChange(addDocument)
  const update = useChange(updateDocument)
  const isBusy = add.isPending || update.isPending
  const failure = add.error ?? update.error
  const isTitleMissing = kind === 'other' && title.trim() === ''
  const isNumberMissing = kind === 'driving_licence' && number.trim() === ''
  const required = (isMissing: boolean) => (wasSent && isMissing ? t('fields.required') : undefined)
  // A driver has one driving licence.
  const kinds = documentKinds.filter(
    (one) => one !== 'driving_licence' || !hasLicence || document?.kind === 'driving_licence',
  )

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setSent(true)
    if (isBusy || isTitleMissing || isNumberMissing) return
    const body = {
      kind,
      title: kind === 'other' ? title.trim() : null,
      number: number.trim() || null,
      class: kind === 'driving_licence' ? licenceClass.trim() || null : null,
      expiresOn,
      note: note.trim() || null,
    }
    try {
      if (document) await update.mutateAsync({ params: { id: document.id }, body: { ...body, version } })
      else await add.mutateAsync({ params: { id: driverId }, body })
      toasts.show({ type: 'success', message: t('shifts.document.saved') })
      onClose()
    } catch (error) {
      const problem = error instanceof ProblemError ? error.problem : null
      if (problem?.code === 'stale_version') setVersion((problem.current as DriverDocument).version)
    }
  }
  return (
    <FormDialog
      title={t(document ? 'shifts.document.edit' : 'shifts.document.add')}
      submitLabel={t('ui.save')}
      isBusy={isBusy}
      error={failure ? message(failure, t('shifts.failed')) : null}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <ChoiceField
        label={t('shifts.document.kind')}
        value={kind}
        choices={kinds.map((value) => ({ value, label: t(`shifts.document.${value}`) }))}
        onChange={setKind}
      />
      {kind === 'other' && (
        <TextField
          label={t('shifts.document.name')}
          value={title}
          required
          onChange={(event) => setTitle(event.target.value)}
          error={wasSent && isTitleMissing}
          helperText={required(isTitleMissing)}
          slotProps={{ htmlInput: { maxLength: 100 } }}
        />
      )}
      <TextField
        label={t('shifts.document.number')}
        value={number}
        required={kind === 'driving_licence'}
        onChange={(event) => setNumber(event.target.value)}
        error={wasSent && isNumberMissing}
        helperText={required(isNumberMissing)}
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: 40 } }}
      />
      {kind === 'driving_licence' && (
        <TextField
          label={t('shifts.document.class')}
          value={licenceClass}
          onChange={(event) => setClass(event.target.value)}
          autoComplete="off"
          slotProps={{ htmlInput: { maxLength: 20 } }}
        />
      )}
      <DateField label={t('shifts.document.expiresOn')} value={expiresOn} isClearable onChange={setExpires} />
      <TextField
        label={t('shifts.field.note')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </FormDialog>
  )
}
