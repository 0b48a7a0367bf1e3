import AudiotrackOutlined from '@mui/icons-material/AudiotrackOutlined'
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined'
import ImageOutlined from '@mui/icons-material/ImageOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { attachmentsPath, type MessageAttachment } from '@rumbo/contract/communication.attachments.contract'
import { useEffect, useState } from 'react'
import { useClient, useErrorMessage } from '../../app/client-context.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'

const icons = { image: <ImageOutlined />, audio: <AudiotrackOutlined />, file: <DescriptionOutlined /> }

/** A picture, recording or PDF, loaded when it is tapped: data costs money on a phone. */
export function AttachmentView({ attachment }: { attachment: MessageAttachment }) {
  const { t } = useText()
  const problem = useErrorMessage()
  const { transfer } = useClient()
  const [url, setUrl] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { id, name, contentType, seconds } = attachment
  const [type] = contentType.split('/')
  const kind = type === 'image' || type === 'audio' ? type : 'file'
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url])
  const load = async () => {
    setBusy(true)
    setError(null)
    try {
      setUrl(URL.createObjectURL(await transfer(`${attachmentsPath}/${id}`, { method: 'GET' })))
    } catch (failure) {
      setError(problem(failure, t('driver.messages.fileFailed')))
    } finally {
      setBusy(false)
    }
  }
  if (url !== null && kind === 'image')
    return (
      <Box
        component="img"
        src={url}
        alt={name}
        sx={{ maxWidth: '100%', maxHeight: 360, borderRadius: '8px' }}
      />
    )
  if (url !== null && kind === 'audio')
    return (
      <Box
        component="audio"
        controls
        autoPlay
        src={url}
        aria-label={name}
        sx={{ width: 260, maxWidth: '100%' }}
      />
    )
  if (url !== null)
    return (
      <Button
        component="a"
        href={url}
        download={name}
        variant="contained"
        startIcon={icons.file}
        sx={{ minHeight: 48 }}
      >
        {t('driver.messages.openFile', { name })}
      </Button>
    )
  return (
    <>
      <Button
        variant="outlined"
        startIcon={icons[kind]}
        loading={isBusy}
        loadingPosition="start"
        sx={{ minHeight: 48, justifySelf: 'start', textAlign: 'start' }}
        onClick={() => void load()}
      >
        {kind === 'audio'
          ? t('driver.messages.play', { seconds: Math.round(seconds ?? 0) })
          : t(kind === 'image' ? 'driver.messages.showPhoto' : 'driver.messages.loadFile', { name })}
      </Button>
      {error !== null && (
        <Box role="alert" sx={{ color: token('critical') }}>
          {error}
        </Box>
      )}
    </>
  )
}
