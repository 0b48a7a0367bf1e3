import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import TextField from '@mui/material/TextField'
import { formatNumber } from '@rumbo/i18n/formats'
import { type FormEvent, useId, useState } from 'react'
import { FileButton } from '../../ui/fields/FileButton.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { type DraftProblems, nameFrom, type RegionDraft, sizeOf, titleFrom } from './region-draft.rules.ts'

interface RegionFieldsProps {
  formId: string
  draft: RegionDraft
  problems: DraftProblems
  /** Maximum file size, such as "2 GB". */
  limitText: string
  isReplacing: boolean
  onChange: (draft: RegionDraft) => void
  onSubmit: (event: FormEvent) => void
}

/** The file and the region's names; a new file proposes both names unless they were typed. */
export function RegionFields(props: RegionFieldsProps) {
  const { formId, draft, problems, limitText, isReplacing, onChange, onSubmit } = props
  const { t, language } = useText()
  const helpId = useId()
  const [isOver, setOver] = useState(false)
  const word = (problem: DraftProblems[keyof DraftProblems]) =>
    problem && t(`regions.field.${problem}`, { limit: limitText })

  function choose(file: File): void {
    const isUntouched = draft.file === null || draft.name === nameFrom(draft.file.name)
    onChange(
      isUntouched ? { file, title: titleFrom(file.name), name: nameFrom(file.name) } : { ...draft, file },
    )
  }
  const size = draft.file && sizeOf(draft.file.size)
  return (
    <Box component="form" id={formId} onSubmit={onSubmit} noValidate sx={{ display: 'grid', gap: '16px' }}>
      <Box
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          const [file] = event.dataTransfer.files
          if (file) choose(file)
        }}
        sx={{
          display: 'grid',
          justifyItems: 'center',
          gap: '6px',
          p: '24px 18px',
          textAlign: 'center',
          border: `1.5px dashed ${token(problems.file ? 'critical' : isOver ? 'primaryText' : 'lineStrong')}`,
          backgroundColor: token(isOver ? 'primarySoft' : 'sunken'),
          borderRadius: '12px',
        }}
      >
        <UploadFileOutlined aria-hidden sx={{ fontSize: 32, color: token('textSoft') }} />
        <Box sx={{ typography: 'h3', overflowWrap: 'anywhere' }}>
          {draft.file
            ? `${draft.file.name} (${formatNumber(language, size?.value ?? 0, size?.digits ?? 0)} ${size?.unit})`
            : t('regions.add.drop')}
        </Box>
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>
          {t('regions.add.dropHint', { limit: limitText })}
        </Box>
        <FileButton
          label={t('regions.add.choose')}
          accept=".pbf,.osm"
          aria-describedby={problems.file && helpId}
          sx={{ mt: '8px' }}
          onChoose={choose}
        />
        {problems.file && (
          <FormHelperText error id={helpId} role="alert">
            {word(problems.file)}
          </FormHelperText>
        )}
      </Box>
      <TextField
        label={t('regions.field.title')}
        value={draft.title}
        onChange={(event) => onChange({ ...draft, title: event.target.value })}
        error={problems.title !== undefined}
        helperText={word(problems.title) ?? t('regions.field.titleHint')}
        required
      />
      <TextField
        label={t('regions.field.name')}
        value={draft.name}
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
        error={problems.name !== undefined}
        helperText={word(problems.name) ?? t('regions.field.nameHint')}
        required
      />
      {isReplacing && <Alert severity="info">{t('regions.add.replaces', { name: draft.name })}</Alert>}
    </Box>
  )
}
