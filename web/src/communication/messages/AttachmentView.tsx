import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { attachmentsPath, type MessageAttachment } from '@rumbo/contract/communication.attachments.contract'
import { formatClock } from '@rumbo/i18n/formats'
import { useEffect, useState } from 'react'
import { useClient, useErrorMessage } from '../../app/client-context.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { saveBlob } from '../../work/use-files.ts'

const pathOf = (id: string) => `${attachmentsPath}/${encodeURIComponent(id)}`

/** The bytes of an attachment as an address of this page; it needs the session, so no plain link reaches it. */
function useContent(id: string): { url: string | null; error: unknown; again: () => void } {
  const { transfer } = useClient()
  const [found, setFound] = useState<{ url: string | null; error: unknown }>({ url: null, error: null })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try reads it again
  useEffect(() => {
    const stop = new AbortController()
    let url: string | null = null
    transfer(pathOf(id), { method: 'GET', signal: stop.signal }).then(
      (content) => {
        if (stop.signal.aborted) return
        url = URL.createObjectURL(content)
        setFound({ url, error: null })
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setFound({ url: null, error })
      },
    )
    return () => {
      stop.abort()
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [transfer, id, tries])
  return { ...found, again: () => setTries(tries + 1) }
}

function Shown({ attachment }: { attachment: MessageAttachment }) {
  const { t } = useText()
  const message = useErrorMessage()
  const { name, contentType, width, height, seconds } = attachment
  const { url, error, again } = useContent(attachment.id)
  if (error !== null)
    return (
      <Box sx={{ typography: 'body2' }}>
        {message(error, t('communication.error.attachment'))}{' '}
        <Button size="small" onClick={again}>
          {t('ui.retry')}
        </Button>
      </Box>
    )
  if (contentType.startsWith('audio/'))
    return (
      <Box sx={{ display: 'grid', gap: '2px', maxWidth: '100%' }}>
        {/* biome-ignore lint/a11y/useMediaCaption: what a person said into a phone has no captions */}
        <audio
          controls
          preload="metadata"
          src={url ?? undefined}
          aria-label={t('communication.audio', { name })}
          style={{ maxWidth: '100%' }}
        />
        {seconds !== null && (
          <Box sx={{ typography: 'body2', color: token('textSoft') }}>{formatClock(seconds)}</Box>
        )}
      </Box>
    )
  return (
    <a
      href={url ?? undefined}
      target="_blank"
      rel="noreferrer"
      aria-label={t('communication.picture', { name })}
    >
      <Box
        component="img"
        src={url ?? undefined}
        alt={name}
        sx={{
          display: 'block',
          maxWidth: 'min(260px, 100%)',
          maxHeight: 260,
          // The place is kept while it loads.
          width: width ?? 'auto',
          aspectRatio: width && height ? `${width} / ${height}` : undefined,
          borderRadius: '8px',
          objectFit: 'cover',
          backgroundColor: token('sunken'),
        }}
      />
    </a>
  )
}

/** An attachment: pictures and recordings where they are, anything else to be saved. */
export function AttachmentView({ attachment }: { attachment: MessageAttachment }) {
  const { t } = useText()
  const { transfer } = useClient()
  const message = useErrorMessage()
  const [failure, setFailure] = useState<string | null>(null)
  if (attachment.contentType !== 'application/pdf') return <Shown attachment={attachment} />
  const save = async () => {
    setFailure(null)
    try {
      saveBlob(await transfer(pathOf(attachment.id), { method: 'GET' }), attachment.name)
    } catch (error) {
      setFailure(message(error, t('communication.error.attachment')))
    }
  }
  return (
    <div>
      <Button size="small" variant="outlined" startIcon={<DescriptionOutlined />} onClick={() => void save()}>
        {attachment.name}
      </Button>
      <Box
        role="alert"
        sx={{ typography: 'body2', color: token('critical'), '&:empty': { display: 'none' } }}
      >
        {failure}
      </Box>
    </div>
  )
}
