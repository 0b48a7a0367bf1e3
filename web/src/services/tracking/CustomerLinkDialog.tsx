import ChatRounded from '@mui/icons-material/ChatRounded'
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import MailOutlineRounded from '@mui/icons-material/MailOutlineRounded'
import SmsOutlined from '@mui/icons-material/SmsOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import type { Service } from '@rumbo/contract/services.contract'
import { createLink, readTracking } from '@rumbo/contract/services.tracking.contract'
import type { Language } from '@rumbo/i18n/language'
import { useId, useState } from 'react'
import { useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { GuardedDialog } from '../../ui/dialogs/GuardedDialog.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { LockedReason } from '../../ui/LockedReason.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { LinkList } from './LinkList.tsx'
import { customerMessage, whatsAppAddress } from './tracking-message.ts'

/** Makes links by which the customer follows a service, sends them, and closes them. */
export function CustomerLinkDialog({ service, onClose }: { service: Service; onClose: () => void }) {
  const { t } = useText()
  const titleId = useId()
  const params = { id: service.id }
  const tracking = useEndpoint(readTracking, { params })
  const message = useErrorMessage()
  const toasts = useToasts()
  const { company } = useWorkspace()
  const making = useChange(createLink)
  const [chosen, setChosen] = useState<Language | null>(null)
  // The server keeps no address, so the one just made serves every way of sending it.
  const [made, setMade] = useState<{ url: string; language: Language } | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const language = chosen ?? tracking.data?.language ?? 'es'

  const make = async (to: { email?: string; phone?: string } = {}): Promise<string | null> => {
    const isSent = to.email !== undefined || to.phone !== undefined
    if (!isSent && made?.language === language) return made.url
    setRefusal(null)
    try {
      const { url } = await making.mutateAsync({ params, body: { language, ...to } })
      setMade({ url, language })
      return url
    } catch (error) {
      setRefusal(message(error, t('ui.error.text')))
      return null
    }
  }
  const copy = async () => {
    const url = await make()
    if (url === null) return
    // Without the permission the address stands in the field, to be copied by hand.
    await navigator.clipboard?.writeText(url).then(
      () => toasts.show({ type: 'success', message: t('tracking.link.copied') }),
      () => {},
    )
  }
  const openWhatsApp = async () => {
    const url = await make()
    if (url === null) return
    const words = { company: company?.name ?? '', number: service.serviceNumber, url }
    window.open(
      whatsAppAddress(service.customerPhone, customerMessage(language, words)),
      '_blank',
      'noopener',
    )
  }
  const mail = async (email: string) => {
    if ((await make({ email })) !== null)
      toasts.show({ type: 'success', message: t('tracking.link.mailed', { email }) })
  }
  const text = async () => {
    const phone = service.customerPhone
    if ((await make({ phone })) !== null)
      toasts.show({ type: 'success', message: t('tracking.link.smsSent', { phone }) })
  }
  const isBusy = making.isPending
  const email = service.customerEmail
  return (
    <GuardedDialog
      isBusy={isBusy}
      isChanged={false}
      onClose={onClose}
      maxWidth="sm"
      fullWidth
      aria-labelledby={titleId}
    >
      {(leave) => (
        <>
          <DialogTitle id={titleId}>
            {t('tracking.link.title', { number: service.serviceNumber })}
          </DialogTitle>
          <DialogContent>
            <Box sx={{ display: 'grid', gap: '16px', pt: '8px' }}>
              <Box sx={{ color: token('textSoft') }}>{t('tracking.link.intro')}</Box>
              <ChoiceField
                label={t('tracking.link.language')}
                value={language}
                choices={[
                  { value: 'es', label: t('tracking.link.spanish') },
                  { value: 'en', label: t('tracking.link.english') },
                ]}
                onChange={setChosen}
              />
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '10px' }}>
                <Button
                  variant="contained"
                  startIcon={<ContentCopyRounded />}
                  disabled={isBusy}
                  onClick={() => void copy()}
                >
                  {t('tracking.link.copy')}
                </Button>
                <Button
                  variant="outlined"
                  startIcon={<ChatRounded />}
                  disabled={isBusy}
                  onClick={() => void openWhatsApp()}
                >
                  {t('tracking.link.whatsapp')}
                </Button>
                {email === null ? (
                  <LockedReason
                    label={t('tracking.link.email')}
                    reason={t('tracking.link.noEmail')}
                    isCompact
                  />
                ) : (
                  <Button
                    variant="outlined"
                    startIcon={<MailOutlineRounded />}
                    disabled={isBusy}
                    title={t('tracking.link.emailTo', { email })}
                    onClick={() => void mail(email)}
                  >
                    {t('tracking.link.email')}
                  </Button>
                )}
                {tracking.data?.hasTextMessages ? (
                  <Button
                    variant="outlined"
                    startIcon={<SmsOutlined />}
                    disabled={isBusy}
                    onClick={() => void text()}
                  >
                    {t('tracking.link.sms')}
                  </Button>
                ) : (
                  <LockedReason label={t('tracking.link.sms')} reason={t('tracking.link.noSms')} isCompact />
                )}
              </Box>
              <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
                {refusal && (
                  <Alert severity="error" role="presentation">
                    {refusal}
                  </Alert>
                )}
              </Box>
              {made?.language === language && (
                <TextField
                  label={t('tracking.link.address')}
                  value={made.url}
                  onFocus={(event) => event.target.select()}
                  slotProps={{ htmlInput: { readOnly: true } }}
                />
              )}
              {tracking.data && (
                <LinkList serviceId={service.id} links={tracking.data.links} onClosed={() => setMade(null)} />
              )}
            </Box>
          </DialogContent>
          <DialogActions>
            <Button onClick={leave} disabled={isBusy}>
              {t('ui.close')}
            </Button>
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}
