/** An event (WHATWG HTML, server-sent events) whose data is JSON. */
export const eventOf = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

/** The media type of a stream of events. */
export const eventStream = "text/event-stream; charset=utf-8";
