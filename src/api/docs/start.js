window.SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
});
