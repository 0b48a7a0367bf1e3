import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { type RequestType, requestTypes } from '@rumbo/contract/communication.messages.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { useState } from 'react'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'

export interface GivenRequest {
  type: RequestType
  serviceId: string | null
  text: string
}

/** Characters of a reason. */
const reasonLength = 500

/** What a driver asks dispatch for, with a reason if there is one. Works without a connection. */
export function RequestDialog({
  services,
  onAsk,
  onClose,
}: {
  services: readonly Service[]
  onAsk: (request: GivenRequest) => void
  onClose: () => void
}) {
  const { t } = useText()
  const [type, setType] = useState<RequestType | null>(null)
  const [serviceId, setServiceId] = useState(services[0]?.id ?? '')
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const offered = requestTypes.filter((one) => one !== 'no_show' || services.length > 0)
  return (
    <FormDialog
      title={t('driver.ask.title')}
      submitLabel={t('driver.ask.send')}
      isBusy={false}
      isChanged={text !== ''}
      error={error}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (type === null) return setError(t('driver.ask.missing'))
        onAsk({ type, serviceId: type === 'no_show' ? serviceId : null, text: text.trim() })
      }}
    >
      <Box role="group" aria-label={t('driver.ask.title')} sx={{ display: 'grid', gap: '10px' }}>
        {offered.map((one) => (
          <Button
            key={one}
            variant={one === type ? 'contained' : 'outlined'}
            color={one === 'help' ? 'error' : 'primary'}
            aria-pressed={one === type}
            sx={{ minHeight: 56 }}
            onClick={() => {
              setType(one)
              setError(null)
            }}
          >
            {t(`driver.ask.${one}`)}
          </Button>
        ))}
      </Box>
      {type === 'help' && <Box sx={{ color: token('textSoft') }}>{t('driver.ask.helpHint')}</Box>}
      {type === 'no_show' && services.length > 1 && (
        <TextField
          select
          label={t('driver.ask.service')}
          value={serviceId}
          onChange={({ target }) => setServiceId(target.value)}
        >
          {services.map(({ id, serviceNumber }) => (
            <MenuItem key={id} value={id}>
              {t('driver.service.title', { number: serviceNumber })}
            </MenuItem>
          ))}
        </TextField>
      )}
      <TextField
        label={t('driver.ask.reason')}
        value={text}
        multiline
        minRows={2}
        onChange={({ target }) => setText(target.value)}
        slotProps={{ htmlInput: { maxLength: reasonLength } }}
      />
    </FormDialog>
  )
}
