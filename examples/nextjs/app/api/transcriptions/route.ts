import { SpeechClient, SpeechError } from "speech-service-sdk";

/** Transcribes the recording of a form. The API key stays on the server. */
export async function POST(request: Request): Promise<Response> {
  const { SPEECH_URL = "http://localhost:8080", SPEECH_API_KEY } = process.env;
  const client = new SpeechClient({ baseUrl: SPEECH_URL, apiKey: SPEECH_API_KEY });
  const recording = (await request.formData()).get("recording");
  if (!(recording instanceof File)) return Response.json({ note: "Choose a recording." }, { status: 422 });
  try {
    const { text } = await client.transcribe(recording, { signal: request.signal });
    return Response.json({ text: text ?? "" });
  } catch (error) {
    if (error instanceof SpeechError) return Response.json({ note: error.message }, { status: error.status });
    throw error;
  }
}
