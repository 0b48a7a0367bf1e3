import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import DialogContentText from '@mui/material/DialogContentText'
import TextField from '@mui/material/TextField'
import type { OutputOf } from '@rumbo/contract/endpoint'
import {
  addExpectedDevices,
  longestExpectedText,
  mostExpected,
} from '@rumbo/contract/telemetry.expected.contract'
import { readIdentifiers } from '@rumbo/contract/telemetry.expected.rules'
import { type FormEvent, useDeferredValue, useMemo, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { BulkResult } from '../../ui/dialogs/BulkResult.tsx'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { FileButton } from '../../ui/fields/FileButton.tsx'
import { useMany } from '../../ui/hooks/use-many.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'

type Result = OutputOf<typeof addExpectedDevices>

/** The text of a file; null for one that is no text, or longer than a full list. */
async function textOf(file: File): Promise<string | null> {
  if (file.size > longestExpectedText) return null
  const text = await file.text()
  return text.includes('\u0000') || text.startsWith('PK\u0003\u0004') ? null : text
}

/** Adds pasted identifiers or those of a CSV file to a company's list, then shows those that were refused. */
export function AddExpectedDialog({ companyId, onClose }: { companyId: string; onClose: () => void }) {
  const { t } = useText()
  const many = useMany()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [text, setText] = useState('')
  const [wasSent, setSent] = useState(false)
  const [isBadFile, setBadFile] = useState(false)
  const [result, setResult] = useState<Result | null>(null)
  const shown = useDeferredValue(text)
  const read = useMemo(() => readIdentifiers(shown), [shown])
  const limit = many(mostExpected).shown

  const sumOf = ({ added, listed, refused, invalid, taken }: Result) =>
    [
      t('expected.added', many(added)),
      listed > 0 && t('expected.listed', many(listed)),
      invalid + taken > 0 && t('expected.refused', many(invalid + taken)),
      invalid + taken > refused.length && t('expected.shownOf', { count: refused.length }),
    ]
      .filter(Boolean)
      .join(' ')
  const adding = useChange(addExpectedDevices, {
    onSuccess: (done) => {
      if (done.refused.length > 0) return setResult(done)
      toasts.show({ type: 'success', message: sumOf(done) })
      onClose()
    },
  })

  const fault = () => {
    const now = readIdentifiers(text)
    if (now.identifiers.length > mostExpected || text.length > longestExpectedText)
      return t('expected.add.tooMany', { limit })
    return now.identifiers.length + now.invalid === 0 ? t('expected.add.required') : null
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (adding.isPending || fault() !== null) return
    adding.mutate({ body: { companyId, identifiers: text } })
  }
  const take = async (file: File) => {
    const content = await textOf(file)
    setBadFile(content === null)
    if (content !== null)
      setText((before) => (before.trim() === '' ? content : `${before.trimEnd()}\n${content}`))
  }

  if (result !== null)
    return (
      <BulkResult
        title={t('expected.result.title')}
        summary={sumOf(result)}
        hasLongNames
        outcomes={result.refused.map(({ line, text: given, reason }, index) => ({
          id: String(index),
          name: given,
          words: t('expected.result.line', { line, reason: t(`expected.reason.${reason}`) }),
          isWell: false,
        }))}
        onClose={onClose}
      />
    )
  const error = wasSent ? fault() : null
  return (
    <FormDialog
      title={t('expected.add')}
      submitLabel={t('expected.add.submit')}
      isBusy={adding.isPending}
      isChanged={text.trim() !== ''}
      error={
        isBadFile
          ? t('expected.add.badFile', { limit })
          : adding.isError
            ? message(adding.error, t('expected.add.error'))
            : null
      }
      onSubmit={submit}
      onClose={onClose}
      maxWidth="sm"
    >
      <DialogContentText sx={{ color: token('textSoft') }}>{t('expected.add.text')}</DialogContentText>
      {/* A plain text area: the usual one measures its thousands of lines at each key. */}
      <TextField
        label={t('expected.add.field')}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setBadFile(false)
        }}
        error={error !== null}
        helperText={error ?? ' '}
        multiline
        autoComplete="off"
        sx={{ '& textarea': { height: 190, overflow: 'auto', resize: 'vertical' } }}
        slotProps={{
          input: { inputComponent: 'textarea' },
          htmlInput: { spellCheck: false, autoCapitalize: 'off' },
        }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 14px' }}>
        <FileButton
          label={t('expected.add.file')}
          accept=".csv,.txt,text/csv,text/plain"
          startIcon={<UploadFileOutlined />}
          onChoose={(file) => void take(file)}
        />
        <Box role="status" sx={{ typography: 'body2', color: token('textSoft') }}>
          {shown.trim() !== '' && t('expected.add.read', many(read.identifiers.length))}{' '}
          {read.invalid > 0 && t('expected.add.unread', many(read.invalid))}
        </Box>
      </Box>
    </FormDialog>
  )
}
