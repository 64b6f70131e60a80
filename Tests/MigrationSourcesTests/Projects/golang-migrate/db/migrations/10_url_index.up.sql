CREATE INDEX link_url ON link (url);
